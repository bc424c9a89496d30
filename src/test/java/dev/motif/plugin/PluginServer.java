package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.SettingImpl;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.config.Setting;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilder;
import org.neo4j.harness.Neo4jBuilders;

/** A server with the built jar in its plugins folder and default settings, as users have it. */
final class PluginServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** The server of the test harness; null for a server that keeps its data. */
    private final Neo4j harness;

    private final GraphDatabaseService database;
    private final Runnable shutdown;

    private PluginServer(Neo4j harness, GraphDatabaseService database, Runnable shutdown) {
        this.harness = harness;
        this.database = database;
        this.shutdown = shutdown;
    }

    /**
     * A server that only this JVM can query.
     *
     * @param plugins an empty folder
     */
    static Neo4jBuilder builder(Path plugins) {
        return connectable(plugins).withDisabledServer().withConfig(BoltConnector.enabled, false);
    }

    /**
     * A server with Bolt and HTTP at free ports of this machine, without a password.
     *
     * @param plugins a folder without Motif, which this copies there
     */
    static Neo4jBuilder connectable(Path plugins) {
        copyInto(plugins, Path.of(System.getProperty("motif.jar")));
        Neo4jBuilder builder = Neo4jBuilders.newInProcessBuilder()
                .withConfig(GraphDatabaseInternalSettings.dump_diagnostics, false)
                .withConfig(GraphDatabaseSettings.plugin_dir, plugins.toAbsolutePath());
        // Closing Bolt waits twice this long for calls that may still come: by default, ten seconds in all.
        return setToZero(builder, GraphDatabaseInternalSettings.netty_server_shutdown_quiet_period);
    }

    /** Sets a setting to zero, whose type differs between versions of Neo4j: a number of seconds or a duration. */
    private static <T> Neo4jBuilder setToZero(Neo4jBuilder builder, Setting<T> setting) {
        return builder.withConfig(setting, ((SettingImpl<T>) setting).parse("0"));
    }

    static void copyInto(Path plugins, Path jar) {
        try {
            Files.copy(jar, plugins.resolve(jar.getFileName()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PluginServer start(Neo4jBuilder builder) {
        Neo4j server = builder.build();
        return new PluginServer(server, server.defaultDatabaseService(), server::close);
    }

    /** Starts a server that keeps its data and its plugins in {@code home}, and so can be started again. */
    static PluginServer start(Path home) {
        DatabaseManagementService server = new DatabaseManagementServiceBuilder(home)
                .setConfig(GraphDatabaseSettings.plugin_dir, home.resolve("plugins"))
                .build();
        return new PluginServer(null, server.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME), server::shutdown);
    }

    /** Waits for {@code condition}, for minutes: until nothing but an error can be the reason that it is not true. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting for " + what).isLessThan(end);
            Thread.sleep(50);
        }
    }

    URI boltUri() {
        return harness.boltURI();
    }

    URI httpUri() {
        return harness.httpURI();
    }

    GraphDatabaseService database() {
        return database;
    }

    List<Map<String, Object>> rows(String query) {
        return rows(query, Map.of());
    }

    List<Map<String, Object>> rows(String query, Map<String, Object> parameters) {
        return database.executeTransactionally(
                query, parameters, result -> result.stream().toList());
    }

    /** Creates five users and four items, with a relationship from every user to every item. */
    void createSmallGraph() {
        rows("UNWIND range(1, 5) AS u CREATE (:User) WITH count(*) AS n"
                + " UNWIND range(1, 4) AS i CREATE (:Item) WITH count(*) AS n"
                + " MATCH (u:User), (i:Item) CREATE (u)-[:RATED {stars: 3}]->(i)");
    }

    /** The value of {@code key} in motif.sysInfo. */
    Object info(String key) {
        return rows("CALL motif.sysInfo() YIELD key, value WITH * WHERE key = $key RETURN value", Map.of("key", key))
                .get(0)
                .get("value");
    }

    /** The lines of debug.log. */
    List<String> debugLog() {
        Path log = harness.config().get(GraphDatabaseSettings.logs_directory).resolve("debug.log");
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of finished runs of the job in {@code motif.listProgress}. */
    long finished(String jobId) {
        return rows(
                        "CALL motif.listProgress($job) YIELD status WITH * WHERE status = 'FINISHED' RETURN status",
                        Map.of("job", jobId))
                .size();
    }

    @Override
    public void close() {
        shutdown.run();
    }
}
