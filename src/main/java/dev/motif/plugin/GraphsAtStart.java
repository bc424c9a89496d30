package dev.motif.plugin;

import static org.neo4j.configuration.GraphDatabaseSettings.SYSTEM_DATABASE_NAME;

import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.DatabaseWatch;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.catalog.SavedGraph;
import dev.motif.catalog.SavedGraph.Origin;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.ServerFile;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileException;
import dev.motif.parallel.Workers;
import dev.motif.text.UserText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Set;
import org.neo4j.kernel.availability.AvailabilityGuard;
import org.neo4j.kernel.availability.AvailabilityListener;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.kernel.lifecycle.LifecycleAdapter;
import org.neo4j.logging.Log;

/**
 * Reads the graph files that {@value #FILES_PROPERTY} names when their database starts, and looks up all their ids there
 * unless {@value #VERIFY_PROPERTY} says no. Their graphs belong to the users who saved them. A file that cannot be read is a warning in the log, once for all databases: the
 * database starts all the same.
 */
final class GraphsAtStart extends LifecycleAdapter implements AvailabilityListener {
    /** The system property with the names of files, separated by commas. */
    static final String FILES_PROPERTY = "motif.files.atStart";

    /** The system property that leaves the look-up of ids out, when it is {@code false}. */
    static final String VERIFY_PROPERTY = "motif.files.atStart.verify";

    private final GraphDatabaseAPI database;
    private final AvailabilityGuard guard;
    private final Log log;
    private final Set<String> warnings;

    /** @param warnings the warnings of all databases of this server */
    GraphsAtStart(GraphDatabaseAPI database, AvailabilityGuard guard, Log log, Set<String> warnings) {
        this.database = database;
        this.guard = guard;
        this.log = log;
        this.warnings = warnings;
    }

    @Override
    public void init() {
        guard.addListener(this);
    }

    @Override
    public void shutdown() {
        guard.removeListener(this);
    }

    /** Handles the start of the database, before anybody can use it. */
    @Override
    public void available() {
        String names =
                database.databaseName().equals(SYSTEM_DATABASE_NAME) ? "" : System.getProperty(FILES_PROPERTY, "");
        for (String name : names.isBlank() ? new String[0] : names.split(",")) {
            try {
                read(name.strip());
            } catch (NoSuchFileException e) {
                warn(name, "there is no such file");
            } catch (IOException | RuntimeException e) {
                warn(name, e.getMessage());
            } catch (LinkageError e) {
                warn(name, e.toString());
            }
        }
    }

    private void warn(String name, String reason) {
        String warning = UserText.message(
                "[motif] " + FILES_PROPERTY + ": " + UserText.quoted(name.strip()) + " was not read: " + reason);
        if (warnings.add(warning)) {
            log.warn(warning);
        }
    }

    @Override
    public void unavailable() {
        // The catalog drops the graphs of a database that stops.
    }

    private void read(String name) throws IOException {
        ServerFile place = ServerFile.of(FILES_PROPERTY, name, SavedGraph.EXTENSION, true);
        try (GraphFile file = GraphFile.open(place.path())) {
            SavedGraph saved = new SavedGraph(file);
            Origin origin = saved.origin();
            if (!origin.database().equals(database.databaseName())) {
                return;
            }
            if (saved.transactionsSince(Origin.of(database, origin.user())) == null) {
                throw new GraphFileException(
                        place.path(), "this database does not have its store, or an older state of it");
            }
            long start = System.nanoTime();
            GraphKey key = new GraphKey(
                    DatabaseWatch.idOf(database), database.databaseName(), origin.user(), saved.graphName());
            CatalogGraph graph = GraphCatalog.server()
                    .add(
                            database,
                            key,
                            true,
                            Map.of("fileName", name),
                            () -> saved.read(
                                    "false".equals(System.getProperty(VERIFY_PROPERTY)) ? null : database,
                                    OffHeapBudget.ofUser(origin.user()).part(),
                                    Workers.of(CallConfig.defaultConcurrency())));
            log.info(UserText.message(
                    "[motif] read graph=" + UserText.quoted(graph.key().name()) + " user="
                            + UserText.quoted(origin.user()) + " file=" + UserText.quoted(name) + " millis="
                            + (System.nanoTime() - start) / 1_000_000));
        }
    }
}
