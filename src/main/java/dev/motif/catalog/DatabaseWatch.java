package dev.motif.catalog;

import dev.motif.parallel.Cancellation;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.ChangeLog;
import dev.motif.projection.follow.Follower;
import dev.motif.projection.id.IdHold;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.event.DatabaseEventContext;
import org.neo4j.graphdb.event.DatabaseEventListener;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Drops the graphs of a database when the database is stopped, panics or is dropped, and holds the ids of what is deleted
 * in it meanwhile. Registered with a server when the first graph of one of its databases is projected.
 */
public final class DatabaseWatch implements DatabaseEventListener {
    private static final Map<DatabaseManagementService, DatabaseWatch> WATCHES = new WeakHashMap<>();

    private final Map<String, Watched> databases = new ConcurrentHashMap<>();

    private record Watched(String databaseId, IdHold.Transactions holding, ChangeLog changes) {}

    private DatabaseWatch() {}

    /**
     * Makes sure that the graphs of {@code database} are dropped when it is stopped, panics or is dropped, and holds the
     * ids of what is deleted in it from now on. Called while a graph arrives in the catalog, so that no stop can come
     * between the two.
     */
    public static IdHold hold(GraphDatabaseAPI database) {
        return watched(database).holding.begin();
    }

    /** Remembers what changes in {@code database} from now on, as far as it is about {@code projection}. */
    public static Follower follow(GraphDatabaseAPI database, Projection projection, Cancellation cancellation) {
        return watched(database).changes.follow(projection, cancellation);
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
                known = new Watched(idOf(database), new IdHold.Transactions(ofServer), new ChangeLog(server, ofServer));
                watch.databases.put(name, known);
            }
            return known;
        }
    }

    /** The UUID of {@code database}. */
    public static String idOf(GraphDatabaseAPI database) {
        return database.databaseId().databaseId().uuid().toString();
    }

    private void gone(DatabaseEventContext event) {
        Watched gone = databases.remove(event.getDatabaseName());
        if (gone != null) {
            gone.holding.endAll();
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
