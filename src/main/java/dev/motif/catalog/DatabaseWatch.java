package dev.motif.catalog;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.event.DatabaseEventContext;
import org.neo4j.graphdb.event.DatabaseEventListener;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Drops the graphs of a database when the database is stopped, panics or is dropped. Registered with a server when the
 * first graph of one of its databases is projected.
 */
public final class DatabaseWatch implements DatabaseEventListener {
    private static final Map<DatabaseManagementService, DatabaseWatch> WATCHES = new WeakHashMap<>();

    private final Map<String, String> databaseIdsByName = new ConcurrentHashMap<>();

    private DatabaseWatch() {}

    /**
     * Makes sure that the graphs of {@code database} are dropped when it is stopped, panics or is dropped. Called while
     * a graph arrives in the catalog, so that no stop can come between the two.
     */
    public static void watch(GraphDatabaseAPI database) {
        DatabaseManagementService server =
                database.getDependencyResolver().resolveDependency(DatabaseManagementService.class);
        synchronized (WATCHES) {
            WATCHES.computeIfAbsent(server, s -> {
                        DatabaseWatch watch = new DatabaseWatch();
                        s.registerDatabaseEventListener(watch);
                        return watch;
                    })
                    .databaseIdsByName
                    .put(database.databaseName(), idOf(database));
        }
    }

    /** The UUID of {@code database}. */
    public static String idOf(GraphDatabaseAPI database) {
        return database.databaseId().databaseId().uuid().toString();
    }

    private void gone(DatabaseEventContext event) {
        String databaseId = databaseIdsByName.remove(event.getDatabaseName());
        if (databaseId != null) {
            GraphCatalog.server().dropDatabase(databaseId);
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
