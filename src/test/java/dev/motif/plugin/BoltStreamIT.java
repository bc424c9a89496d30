package dev.motif.plugin;

import static dev.motif.plugin.PluginServer.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.timing.Slow;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Result;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.exceptions.ServiceUnavailableException;

/**
 * Checks that rows go over Bolt while the search finds them and no faster than the client takes them, and that a client
 * that disconnects leaves nothing on the server.
 *
 * <p>The graphs are crowns: n nodes on each side, each joined to all nodes of the other side but one. Every set of left
 * nodes except the empty and the full one is the left side of one maximal biclique, so a crown has 2^n - 2 of them.
 */
@Slow
class BoltStreamIT {
    private static final int SMALL = 14;
    /** The size of a graph with about 10^15 maximal bicliques: no test sees the end of its search. */
    private static final int ENDLESS = 50;

    private static final int FETCH_SIZE = 100;
    private static final int BUFFER_MEBIBYTES = 8;
    private static final Map<String, Double> MEBIBYTES = Map.of("Bytes", 0x1p-20, "KiB", 0x1p-10, "MiB", 1.0);
    private static final Set<Thread.State> SLEEPING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    @TempDir
    static Path plugins;

    private static PluginServer server;
    private static ExecutorService client;

    @BeforeAll
    static void start() {
        server = PluginServer.start(PluginServer.connectable(plugins));
        client = Executors.newSingleThreadExecutor();
        project("small", SMALL);
        project("endless", ENDLESS);
    }

    private static void project(String name, int n) {
        Map<String, Object> parameters = Map.of("name", name, "n", n);
        server.rows(
                "UNWIND range(1, $n) AS i CREATE (:User {graph: $name, i: i}), (:Item {graph: $name, i: i})",
                parameters);
        server.rows(
                "MATCH (u:User {graph: $name}), (i:Item {graph: $name}) WHERE u.i <> i.i"
                        + " WITH motif.graph.project($name, u, i, {kind: 'BIPARTITE'}) AS graph"
                        + " RETURN graph.relationshipCount",
                parameters);
    }

    @AfterAll
    static void stop() {
        client.shutdownNow();
        server.close();
    }

    private Object offHeapBefore;
    private Wire wire;
    private Driver driver;

    @BeforeEach
    void connect() throws Exception {
        offHeapBefore = server.info("offHeapUsed");
        wire = new Wire(server.boltUri());
        driver = GraphDatabase.driver(
                wire.uri(), Config.builder().withFetchSize(FETCH_SIZE).build());
    }

    /** Checks after each test that nothing is left on the server, whatever happened to the client. */
    @AfterEach
    void nothingIsLeftOnTheServer() throws Exception {
        driver.close();
        wire.close();
        awaitNothingLeft();
    }

    private void awaitNothingLeft() throws InterruptedException {
        await(
                "the end of the transaction",
                () -> server.rows("SHOW TRANSACTIONS YIELD metaData WHERE metaData.motif IS NULL")
                                .size()
                        == 1);
        await("the end of the job", () -> running() == 0);
        await("free memory", () -> server.info("offHeapUsed").equals(offHeapBefore));
    }

    private static int running() {
        return server.rows("CALL motif.listProgress() YIELD status WITH * WHERE status = 'RUNNING' RETURN status")
                .size();
    }

    private static Result stream(Session session, String graph) {
        return session.run("CALL motif.biclique.maximal.stream('" + graph + "') YIELD leftNodeIds, rightNodeIds");
    }

    private static List<Object> row(Result result) {
        return result.next().get("leftNodeIds").asList();
    }

    @Test
    void everyRowArrivesOnce() {
        try (Session session = driver.session()) {
            Set<List<Object>> left = new HashSet<>(stream(session, "small")
                    .list(row ->
                            row.get("leftNodeIds").asList().stream().sorted().toList()));
            assertThat(left).hasSize((1 << SMALL) - 2);
        }
    }

    @Test
    void firstRowArrivesWhileTheSearchRuns() {
        try (Session session = driver.session()) {
            Result result = stream(session, "endless");
            assertThat(row(result)).isNotEmpty();
            assertThat(running()).isEqualTo(1);
        }
    }

    @Test
    void serverSendsNoMoreThanTheFetchSize() throws Exception {
        long one = bytesOfRows(1);
        long batch = bytesOfRows(FETCH_SIZE);
        // A row has ENDLESS ids of one or two bytes each.
        assertThat(batch - one).isBetween(ENDLESS * (FETCH_SIZE - 1L), 3 * ENDLESS * (FETCH_SIZE - 1L));
    }

    /**
     * The bytes that the server sends when a client with this fetch size reads only the first row of an endless search.
     */
    private long bytesOfRows(int fetchSize) throws InterruptedException {
        try (Session session =
                driver.session(SessionConfig.builder().withFetchSize(fetchSize).build())) {
            session.run("RETURN 1").consume();
            long before = wire.received();
            row(stream(session, "endless"));
            // What a server sends that does not wait for the client never ends, and its thread never rests.
            await("all rows of a fetch", () -> wire.received() - before >= (long) ENDLESS * fetchSize);
            await(
                    "the server to wait for the client",
                    () -> Stream.generate(BoltStreamIT::boltRests).limit(20).allMatch(rests -> rests));
            long bytes = wire.received() - before;
            assertThat(running()).isEqualTo(1);
            return bytes;
        }
    }

    /** Whether all threads of the server that work for connections sleep, and none of them in Motif, which makes rows. */
    private static boolean boltRests() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().contains("BoltWorker"))
                .allMatch(thread -> SLEEPING.contains(thread.getKey().getState())
                        && Stream.of(thread.getValue())
                                .noneMatch(frame -> frame.getClassName().startsWith("dev.motif.")));
    }

    @Test
    void serverMemoryDoesNotGrowWithTheRows() {
        try (Session session = driver.session()) {
            Result result = stream(session, "endless");
            read(result, 20_000);
            double offHeap = offHeapMebibytes();
            long heap = liveHeap();
            read(result, 200_000);
            // The search waits for the reader when its buffer is full.
            assertThat(offHeapMebibytes()).isLessThanOrEqualTo(offHeap + BUFFER_MEBIBYTES);
            // The rows that were read in between take more than 100 MB.
            assertThat(liveHeap()).isLessThan(heap + (16 << 20));
        }
    }

    private static double offHeapMebibytes() {
        String[] text = ((String) server.info("offHeapUsed")).split(" ");
        return Double.parseDouble(text[0]) * MEBIBYTES.get(text[1]);
    }

    private static void read(Result result, int rows) {
        for (int i = 0; i < rows; i++) {
            row(result);
        }
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void closedDriverFreesEverything() throws Exception {
        row(stream(driver.session(), "endless"));
        driver.close();
        awaitNothingLeft();
    }

    @Test
    void cutBetweenTwoFetchesFreesEverything() throws Exception {
        row(stream(driver.session(), "endless"));
        wire.cut();
        awaitNothingLeft();
    }

    @Test
    void cutWhileRowsAreOnTheirWayFreesEverything() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        Future<?> reader = client.submit(() -> {
            Result result = stream(driver.session(), "endless");
            read(result, 10 * FETCH_SIZE);
            reading.countDown();
            read(result, Integer.MAX_VALUE);
        });
        assertThat(reading.await(5, TimeUnit.MINUTES)).isTrue();
        wire.cut();
        assertThatThrownBy(() -> reader.get(5, TimeUnit.MINUTES)).hasCauseInstanceOf(ServiceUnavailableException.class);
        awaitNothingLeft();
    }

    /** The server runs a long search that sends no rows. */
    @Test
    void cutDuringASearchWithoutRowsFreesEverything() throws Exception {
        Future<?> reader = client.submit(() -> driver.session()
                .run("CALL motif.biclique.maximal.stats('endless') YIELD count")
                .consume());
        await("the search", () -> running() == 1);
        wire.cut();
        assertThatThrownBy(() -> reader.get(5, TimeUnit.MINUTES)).hasCauseInstanceOf(ServiceUnavailableException.class);
        awaitNothingLeft();
    }
}
