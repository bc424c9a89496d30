package dev.motif.catalog;

import dev.motif.projection.Projection;
import dev.motif.projection.follow.ChangeLog;
import dev.motif.projection.follow.Follower;
import dev.motif.projection.id.IdHold;
import dev.motif.projection.id.IdHolds;
import dev.motif.text.UserText;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.neo4j.configuration.SettingValueParsers;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.event.DatabaseEventContext;
import org.neo4j.graphdb.event.DatabaseEventListener;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.scheduler.Group;
import org.neo4j.scheduler.JobHandle;
import org.neo4j.scheduler.JobMonitoringParams;
import org.neo4j.scheduler.JobScheduler;

/**
 * Drops the graphs of a database when the database is stopped, panics or is dropped, and holds the ids of what is deleted
 * in it meanwhile. Registered with a server when the first graph of one of its databases is projected.
 */
public final class DatabaseWatch implements DatabaseEventListener {
    private static final Map<DatabaseManagementService, DatabaseWatch> WATCHES = new WeakHashMap<>();

    /** How many ids may become unused while they are held; a property of the JVM. */
    public static final String MOST_UNUSED_PROPERTY = "motif.hold.limit.ids";

    /** How long ids are held; a property of the JVM, such as {@code 12h}. */
    public static final String LONGEST_PROPERTY = "motif.hold.limit.time";

    private static final int SECONDS_BETWEEN_LOOKS = 10;

    /** The limit of the logs of all databases. */
    private static final ChangeLog.Limit LOGS = new ChangeLog.Limit(OffHeapBudget.heap());

    private final Map<String, Watched> databases = new ConcurrentHashMap<>();

    private record Watched(String databaseId, IdHolds holds, ChangeLog changes, JobHandle<?> looking) {}

    private DatabaseWatch() {}

    /**
     * Makes sure that the graphs of {@code database} are dropped when it is stopped, panics or is dropped, and holds the
     * ids of what is deleted in it from now on. Called while a graph arrives in the catalog, so that no stop can come
     * between the two.
     *
     * @param holdsIds whether ids are held; otherwise the graph is compared with the database
     */
    public static IdHold hold(GraphDatabaseAPI database, boolean holdsIds) {
        Watched watched = watched(database);
        return holdsIds ? watched.holds.begin() : IdHold.compared(database);
    }

    /** Remembers what changes in {@code database} from now on, as far as it is about {@code projection}. */
    public static Follower follow(GraphDatabaseAPI database, Projection projection) {
        return watched(database).changes.follow(projection);
    }

    private static Watched watched(GraphDatabaseAPI database) {
        DatabaseManagementService server =
                database.getDependencyResolver().resolveDependency(DatabaseManagementService.class);
        String name = database.databaseName();
        synchronized (WATCHES) {
            DatabaseWatch watch = WATCHES.computeIfAbsent(server, s -> {
                DatabaseWatch made = new DatabaseWatch();
                s.registerDatabaseEventListener(made);
                return made;
            });
            Watched known = watch.databases.get(name);
            if (known == null || !known.databaseId.equals(idOf(database))) {
                GraphDatabaseAPI ofServer = (GraphDatabaseAPI) server.database(name);
                IdHolds holds = new IdHolds(ofServer, OffHeapBudget.memory());
                JobHandle<?> looking = database.getDependencyResolver()
                        .resolveDependency(JobScheduler.class)
                        .scheduleRecurring(
                                Group.STORAGE_MAINTENANCE,
                                JobMonitoringParams.NOT_MONITORED,
                                () -> endWhatIsTooLong(holds),
                                SECONDS_BETWEEN_LOOKS,
                                TimeUnit.SECONDS);
                known = new Watched(idOf(database), holds, new ChangeLog(ofServer, LOGS), looking);
                watch.databases.put(name, known);
            }
            return known;
        }
    }

    /** Lets ids of a database be used again where they are held for longer, or more of them, than the server's settings allow. */
    static void endWhatIsTooLong(IdHolds holds) {
        String most = System.getProperty(MOST_UNUSED_PROPERTY);
        String longest = System.getProperty(LONGEST_PROPERTY);
        Instant since = holds.since();
        boolean tooMany = most != null && holds.unused() > mostUnused(most);
        boolean tooLong = longest != null
                && since != null
                && Duration.between(since, Instant.now()).compareTo(longest(longest)) > 0;
        if (tooMany || tooLong) {
            holds.giveUp();
        }
    }

    /**
     * The value of {@value #MOST_UNUSED_PROPERTY}.
     *
     * @throws IllegalArgumentException when it is not one
     */
    public static long mostUnused(String value) {
        if (!value.matches("[1-9][0-9]{0,17}")) {
            throw new IllegalArgumentException("`" + MOST_UNUSED_PROPERTY + "` must be an INTEGER in [1, "
                    + 999_999_999_999_999_999L + "], got " + UserText.value(value));
        }
        return Long.parseLong(value);
    }

    /**
     * The value of {@value #LONGEST_PROPERTY}.
     *
     * @throws IllegalArgumentException when it is not one
     */
    public static Duration longest(String value) {
        try {
            Duration duration = SettingValueParsers.DURATION.parse(value);
            if (duration.compareTo(Duration.ofSeconds(1)) >= 0) {
                return duration;
            }
        } catch (IllegalArgumentException e) {
            // Told below.
        }
        throw new IllegalArgumentException("`" + LONGEST_PROPERTY + "` must be a duration of a second or more, such as"
                + " '12h', got " + UserText.value(value));
    }

    /** The UUID of {@code database}. */
    public static String idOf(GraphDatabaseAPI database) {
        return database.databaseId().databaseId().uuid().toString();
    }

    private void gone(DatabaseEventContext event) {
        Watched gone = databases.remove(event.getDatabaseName());
        if (gone != null) {
            gone.looking.cancel();
            gone.holds.endAll();
            GraphCatalog.server().dropDatabase(gone.databaseId);
        }
    }

    @Override
    public void databaseShutdown(DatabaseEventContext event) {
        gone(event);
    }

    @Override
    public void databaseDrop(DatabaseEventContext event) {
        gone(event);
    }

    @Override
    public void databasePanic(DatabaseEventContext event) {
        gone(event);
    }

    @Override
    public void databaseStart(DatabaseEventContext event) {}

    @Override
    public void databaseCreate(DatabaseEventContext event) {}
}
