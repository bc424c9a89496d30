package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.faults.BackendCalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.graphdb.TransactionTerminatedException;

/**
 * The built jar in a server whose host has a GPU: what a user there has. Like {@link PluginJarIT} it needs a JVM
 * without the project's classes.
 */
@Tag("gpu")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PluginOnGpuIT {
    /** The number of relationships, enough for {@code backend: 'AUTO'} to choose the GPU. */
    private static final int RELATIONSHIPS = 30_000;

    @TempDir
    static Path plugins;

    @TempDir
    static Path morePlugins;

    private static PluginServer server;

    @BeforeAll
    static void start() {
        server = PluginServer.start(PluginServer.builder(plugins));
        BackendCalls.connect(server.database(), "User", 2000, "Item", 1500, "RATED", RELATIONSHIPS, 2);
        BackendCalls.connect(server.database(), "Person", 1500, "Person", 1500, "KNOWS", RELATIONSHIPS, 2);
        BackendCalls.connect(server.database(), "Dense", 600, "Dense", 600, "MET", 140_000, 1);
        rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
        rows(
                "CALL motif.graph.project('friends', 'Person', 'KNOWS', {relationshipIds: true, orientation: 'DIRECTED'})");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Map<String, Object>> rows(String query) {
        return server.rows(query);
    }

    /** The calls that the GPU can do. Another process hands over only results that are complete. */
    static Stream<String> calls() {
        boolean isolated = "process".equals(System.getProperty("motif.gpu.isolation"));
        return BackendCalls.all().filter(call -> !isolated || !call.contains("maximal.stream"));
    }

    private static Map<Map<String, Object>, Long> results(String call, String backend) {
        return BackendCalls.results(server.database(), call, backend);
    }

    @ParameterizedTest
    @MethodSource("calls")
    @Order(1)
    void resultsAreThoseOfTheCpu(String call) {
        Map<Map<String, Object>, Long> onCpu = results(call, "CPU");
        assertThat(onCpu).isNotEmpty().doesNotContainKey(Map.of());
        assertThat(results(call, "GPU")).isEqualTo(onCpu);
    }

    @Test
    @Order(2)
    void libraryIsLoadedOutOfTheJar() {
        assertThatThrownBy(() -> Class.forName("dev.motif.graph.Csr")).isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName("jcuda.driver.JCudaDriver")).isInstanceOf(ClassNotFoundException.class);
        assertThat(server.info("gpuAvailable")).isEqualTo(true);
    }

    @Test
    @Order(2)
    void autoTakesTheGpuAndSaysWhich() {
        // With a thread for each processor, a large host may take less time itself.
        assertThat(rows("CALL motif.butterfly.stats('ratings', {concurrency: 1}) YIELD backend, backendReason"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("backend")).isEqualTo("GPU");
                    assertThat((String) row.get("backendReason")).startsWith("on NVIDIA");
                });
        assertThat(rows("CALL motif.kclique.stats('friends', {k: 3, concurrency: 1}) YIELD backend"))
                .containsExactly(Map.of("backend", "GPU"));
    }

    @Test
    @Order(2)
    void writtenPropertiesAreThoseOfTheCpu() {
        for (String backend : List.of("CPU", "GPU")) {
            rows("CALL motif.butterfly.write('ratings', {per: 'RELATIONSHIP', writeProperty: 'b" + backend
                    + "', backend: '" + backend + "'})");
            rows("CALL motif.kcore.write('friends', {writeProperty: 'core" + backend + "', backend: '" + backend
                    + "'})");
        }
        assertThat(rows("MATCH ()-[r:RATED]->() RETURN count(r.bGPU) AS n,"
                        + " count(CASE WHEN r.bGPU = r.bCPU THEN 1 END) AS same"))
                .containsExactly(Map.of("n", (long) RELATIONSHIPS, "same", (long) RELATIONSHIPS));
        assertThat(rows("MATCH (p:Person) RETURN count(CASE WHEN p.coreGPU = p.coreCPU THEN 1 END) AS same"))
                .containsExactly(Map.of("same", 1500L));
    }

    @Test
    @Order(2)
    void manyCallsAtOnceShareTheGpu() {
        List<String> some = calls().filter(call -> !call.contains("report")).toList();
        List<Map<Map<String, Object>, Long>> onCpu =
                some.stream().map(call -> results(call, "CPU")).toList();
        List<CompletableFuture<Void>> calls = IntStream.range(0, 4 * some.size())
                .mapToObj(i -> CompletableFuture.runAsync(() -> assertThat(results(some.get(i % some.size()), "GPU"))
                        .as(some.get(i % some.size()))
                        .isEqualTo(onCpu.get(i % some.size()))))
                .toList();
        // Waits for all of them also when one fails.
        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
    }

    /** Starts a search that keeps all blocks of the device busy for hours, and returns while it runs. */
    private static CompletableFuture<Void> longSearch() throws InterruptedException {
        CompletableFuture<Void> call = CompletableFuture.runAsync(() -> rows(
                "CALL motif.research.pivoting.stats({nodes: 'Dense', relationships: 'MET'}, {k: 20, algorithm: 'ORIENTATION',"
                        + " backend: 'GPU', jobId: 'dense'})"));
        PluginServer.await(
                "the search",
                () -> call.isDone()
                        || !rows("CALL motif.listProgress('dense') YIELD stage, status"
                                        + " WITH * WHERE status = 'RUNNING' AND stage CONTAINS 'searching' RETURN stage")
                                .isEmpty());
        PluginServer.await(
                "its memory",
                () -> call.isDone()
                        || rows(
                                        "CALL motif.gpu.list() YIELD reservedBytes, graphBytes RETURN reservedBytes - graphBytes AS n")
                                .stream()
                                .anyMatch(row -> (long) row.get("n") > 0));
        assertThat(call).isNotDone();
        return call;
    }

    /** Kernels of a long search end after a short time, so that other kernels can run and memory can be freed. */
    @Test
    @Order(3)
    void othersGetTheirTurnBesideALongSearch() throws Exception {
        rows("CALL motif.graph.project('more', 'Person', 'KNOWS')");
        List<String> others = List.of(
                "CALL motif.kclique.stats('more', {BACKEND})",
                "CALL motif.commonNeighbors.stats('more', {BACKEND})",
                "CALL motif.butterfly.stats('ratings', {BACKEND})",
                "CALL motif.wing.stats('ratings', {BACKEND})",
                "CALL motif.biclique.maximal.stats('ratings', {minLeft: 3, minRight: 3, BACKEND}) YIELD count, maxEdges");
        List<Map<Map<String, Object>, Long>> expected =
                others.stream().map(call -> results(call, "CPU")).toList();
        CompletableFuture<Void> search = longSearch();
        try {
            for (int i = 0; i < others.size(); i++) {
                String call = others.get(i);
                assertThat(CompletableFuture.supplyAsync(() -> results(call, "GPU"))
                                .get(5, TimeUnit.MINUTES))
                        .isEqualTo(expected.get(i));
            }
            CompletableFuture.runAsync(() -> {
                        rows("CALL motif.graph.drop('more')");
                        System.gc();
                    })
                    .get(5, TimeUnit.MINUTES);
            assertThat(search).isNotDone();
        } finally {
            rows("CALL motif.jobs.cancel('dense')");
        }
        assertThatThrownBy(() -> search.get(5, TimeUnit.MINUTES))
                .rootCause()
                .isInstanceOf(TransactionTerminatedException.class);
    }

    @ParameterizedTest
    @MethodSource("endings")
    @Order(3)
    void endedCallLeavesTheGpu(String ending) throws Exception {
        CompletableFuture<Void> call = longSearch();
        assertThat(rows("CALL motif.listProgress('dense') YIELD status, progress WITH * WHERE status = 'RUNNING'"
                        + " RETURN progress"))
                .singleElement()
                .satisfies(row -> assertThat((String) row.get("progress")).endsWith("%"));
        rows(ending);
        assertThatThrownBy(() -> call.get(5, TimeUnit.MINUTES))
                .rootCause()
                .isInstanceOf(TransactionTerminatedException.class);
        assertThat(rows("CALL motif.gpu.list() YIELD reservedBytes, graphBytes, waitingCalls"
                        + " RETURN reservedBytes - graphBytes AS ofCalls, waitingCalls"))
                .containsExactly(Map.of("ofCalls", 0L, "waitingCalls", 0L));
    }

    static Stream<String> endings() {
        return Stream.of(
                "CALL motif.jobs.cancel('dense') YIELD canceled",
                "SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery WHERE currentQuery STARTS WITH 'CALL motif.research'"
                        + " TERMINATE TRANSACTIONS id YIELD message RETURN message");
    }

    @Test
    @Order(4)
    void droppedGraphsLeaveNothing() {
        rows("CALL motif.graph.drop(['ratings', 'friends'])");
        assertThat(rows("CALL motif.gpu.list() YIELD reservedBytes")).containsExactly(Map.of("reservedBytes", 0L));
        assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
    }

    /** A JVM loads a native library only once from the same file, so each class loader needs its own file. */
    @Test
    @Order(5)
    void secondServerInTheSameJvmHasTheGpuToo() {
        try (PluginServer second = PluginServer.start(PluginServer.builder(morePlugins))) {
            second.createSmallGraph();
            assertThat(second.rows("CALL motif.butterfly.stats({nodes: {left: 'User', right: 'Item'},"
                            + " relationships: 'RATED'}, {backend: 'GPU'}) YIELD count"))
                    .containsExactly(Map.of("count", 60L));
        }
    }
}
