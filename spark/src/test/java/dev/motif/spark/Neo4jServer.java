package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;

/** Neo4j with Motif's jar in its plugins folder, in a process of its own, started as the scripts of Neo4j start it. */
final class Neo4jServer implements AutoCloseable {
    static final String USER = "neo4j";
    static final String PASSWORD = "butterfly-hunter";

    private static final String MAIN_CLASS = "org.neo4j.server.CommunityEntryPoint";
    private static final String ADMIN = "org.neo4j.cli.AdminTool";
    private static final long PATIENCE_SECONDS = 180;

    private final String uri;
    private final Process process;
    private final Driver driver;

    private Neo4jServer(String uri, Process process) {
        this.uri = uri;
        this.process = process;
        this.driver = GraphDatabase.driver(uri, AuthTokens.basic(USER, PASSWORD));
    }

    /** Starts a server in an empty folder, and waits until it can be called. */
    static Neo4jServer start(Path home) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path jar = Path.of(System.getProperty("motif.jar"));
        Files.copy(jar, Files.createDirectories(home.resolve("plugins")).resolve(jar.getFileName()));
        Files.write(
                Files.createDirectories(home.resolve("conf")).resolve("neo4j.conf"),
                List.of(
                        "server.default_listen_address=localhost",
                        "server.bolt.listen_address=:" + port,
                        "server.http.enabled=false",
                        "server.memory.pagecache.size=64m",
                        "dbms.usage_report.enabled=false"));
        assertThat(java(home, ADMIN, "dbms", "set-initial-password", PASSWORD).waitFor())
                .as("admin: " + output(home))
                .isZero();
        Process process =
                java(home, MAIN_CLASS, "--home-dir=" + home, "--config-dir=" + home.resolve("conf"), "--console-mode");
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!output(home).contains("Started.")) {
                assertThat(process.isAlive()).as(output(home)).isTrue();
                assertThat(System.nanoTime()).as(output(home)).isLessThan(end);
                Thread.sleep(50);
            }
            return new Neo4jServer("bolt://localhost:" + port, process);
        } catch (InterruptedException | RuntimeException | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Process java(Path home, String mainClass, String... arguments) throws IOException {
        String classPath = Files.readString(Path.of(System.getProperty("neo4j.classpath")));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                home.resolve("plugins") + "/*" + File.pathSeparator + classPath.strip(),
                mainClass));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("output.txt").toFile()));
        builder.environment().put("NEO4J_HOME", home.toString());
        builder.environment().put("NEO4J_CONF", home.resolve("conf").toString());
        return builder.start();
    }

    private static String output(Path home) throws IOException {
        return Files.readString(home.resolve("output.txt"));
    }

    String uri() {
        return uri;
    }

    /** As executors of Spark reach it. */
    Neo4j neo4j() {
        return Neo4j.at(uri).withUser(USER, PASSWORD);
    }

    List<Map<String, Object>> rows(String query) {
        try (Session session = driver.session()) {
            return session.run(query).list(Record::asMap);
        }
    }

    /** The only value of the only row of a query. */
    Object value(String query) {
        List<Map<String, Object>> rows = rows(query);
        assertThat(rows).as(query).hasSize(1);
        return rows.get(0).values().iterator().next();
    }

    @Override
    public void close() {
        driver.close();
        process.destroyForcibly();
    }
}
