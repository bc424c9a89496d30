package dev.motif.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.server.startup.EntryPoint;

/**
 * Neo4j with the built jar in its plugins folder, in a process of its own, started as the scripts of Neo4j start it. It
 * can be killed, and started again with the data in its folder.
 */
final class ServerProcess implements AutoCloseable {
    /** The main class of the server, whose name differs between versions of Neo4j. */
    private static final String SERVER = ServiceLoader.load(EntryPoint.class)
            .findFirst()
            .orElseThrow()
            .getClass()
            .getName();

    private static final String ADMIN = "org.neo4j.cli.AdminTool";
    /** Most of the time of such a short life would go into compiling. */
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

    private static final long PATIENCE_MINUTES = 5;

    private final Path home;
    private final Path output;
    private final Process process;
    private final int boltPort;
    private final int httpPort;
    private final Driver driver;

    private ServerProcess(Path home, Path output, Process process, int boltPort, int httpPort)
            throws InterruptedException {
        this.home = home;
        this.output = output;
        this.process = process;
        this.boltPort = boltPort;
        this.httpPort = httpPort;
        await("the start of the server", () -> !process.isAlive() || output().contains("Started."));
        assertThat(process.isAlive()).as(output()).isTrue();
        driver = GraphDatabase.driver(URI.create("bolt://localhost:" + boltPort));
    }

    /**
     * Starts a server, and waits until it can be called.
     *
     * @param home an empty folder, or that of a server that has ended
     * @param heap the most heap, such as {@code 256m}
     * @param settings lines of neo4j.conf besides those that every server of the tests has, or in their place
     */
    static ServerProcess start(Path home, String heap, String... settings) throws IOException, InterruptedException {
        int boltPort;
        int httpPort;
        try (ServerSocket bolt = new ServerSocket(0);
                ServerSocket http = new ServerSocket(0)) {
            boltPort = bolt.getLocalPort();
            httpPort = http.getLocalPort();
        }
        configure(home, boltPort, httpPort, settings);
        Path output = Files.createTempFile(home, "output", ".txt");
        Path files = Files.createDirectories(home.resolve("files"));
        List<String> options =
                List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError", QUICK_START, "-Dmotif.files=" + files);
        Process process = java(options, home, SERVER)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            return new ServerProcess(home, output, process, boltPort, httpPort);
        } catch (InterruptedException | RuntimeException | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static void configure(Path home, int boltPort, int httpPort, String... settings) throws IOException {
        Path jar = Path.of(System.getProperty("motif.jar"));
        Path plugins = Files.createDirectories(home.resolve("plugins"));
        if (!Files.exists(plugins.resolve(jar.getFileName()))) {
            Files.copy(jar, plugins.resolve(jar.getFileName()));
        }
        Map<String, String> lines = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(
                                "server.default_listen_address=localhost",
                                "server.bolt.listen_address=:" + boltPort,
                                "server.http.listen_address=:" + httpPort,
                                "server.memory.pagecache.size=64m",
                                "dbms.security.auth_enabled=false",
                                // How long Neo4j waits for calls that run when it is stopped, before it kills them.
                                "db.shutdown_transaction_end_timeout=100ms",
                                "dbms.usage_report.enabled=false"),
                        Stream.of(settings))
                .forEach(line -> lines.put(line.replaceFirst("=.*", ""), line));
        Files.write(Files.createDirectories(home.resolve("conf")).resolve("neo4j.conf"), lines.values());
    }

    /** A Java program with the class path of this JVM, except APOC, which is built for one Neo4j. */
    private static ProcessBuilder java(List<String> options, Path home, String program, String... arguments) {
        String classPath = Arrays.stream(
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                                .split(File.pathSeparator))
                .filter(entry -> !entry.contains("apoc-"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        // As Neo4j's scripts do, which put the plugins first.
        command.addAll(List.of("-cp", home.resolve("plugins") + "/*" + File.pathSeparator + classPath, program));
        if (program.equals(SERVER)) {
            command.addAll(List.of("--home-dir=" + home, "--config-dir=" + home.resolve("conf"), "--console-mode"));
        }
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("NEO4J_HOME", home.toString());
        builder.environment().put("NEO4J_CONF", home.resolve("conf").toString());
        return builder;
    }

    /** Waits for {@code condition}, for minutes: until nothing but an error can be the reason that it is not true. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting for " + what).isLessThan(end);
            Thread.sleep(20);
        }
    }

    /** All that the process has written so far, which is also the user log. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The lines of the debug log. */
    List<String> debugLog() throws IOException {
        return Files.readAllLines(home.resolve("logs").resolve("debug.log"));
    }

    Driver driver() {
        return driver;
    }

    /** A driver of a user of a server with authentication, which the caller closes. */
    Driver driver(String user, String password) {
        return GraphDatabase.driver(URI.create("bolt://localhost:" + boltPort), AuthTokens.basic(user, password));
    }

    int httpPort() {
        return httpPort;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    List<Map<String, Object>> rows(String query) {
        return rows(query, Map.of());
    }

    List<Map<String, Object>> rows(String query, Map<String, Object> parameters) {
        try (Session session = driver.session()) {
            return session.run(query, parameters).list(Record::asMap);
        }
    }

    /** The only value of the only row of a query. */
    Object value(String query) {
        List<Map<String, Object>> rows = rows(query);
        assertThat(rows).as(query).hasSize(1);
        return rows.get(0).values().iterator().next();
    }

    /** Kills the process, as a loss of power would. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
        driver.close();
    }

    /** Asks the process to end, as {@code neo4j stop} and service managers do, waits for it and returns its exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        await("the end of the server", () -> !process.isAlive());
        driver.close();
        return process.exitValue();
    }

    /** Checks the store in {@code home}, whose server has ended, and returns what the checker says. */
    static String checkStore(Path home) throws IOException, InterruptedException {
        Process check = java(List.of("-Xmx256m", QUICK_START), home, ADMIN, "database", "check", "neo4j")
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
        return said;
    }

    @Override
    public void close() {
        driver.close();
        process.destroyForcibly();
    }
}
