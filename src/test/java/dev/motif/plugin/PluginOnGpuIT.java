package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.timing.Soon;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

    private static final Set<String> OF_THE_RUN = Set.of(
            "backend",
            "backendReason",
            "configuration",
            "projectMillis",
            "prepareMillis",
            "transferMillis",
            "computeMillis",
            "writeMillis",
            "algorithm",
            "html");

    @TempDir
    static Path plugins;

    @TempDir
    static Path morePlugins;

    private static PluginServer server;

    @BeforeAll
    static void start() {
        server = PluginServer.start(PluginServer.builder(plugins));
        connect("User", 2000, "Item", 1500, "RATED", RELATIONSHIPS);
        connect("Person", 1500, "Person", 1500, "KNOWS", RELATIONSHIPS);
        connect("Dense", 600, "Dense", 600, "MET", 140_000);
        rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
        rows("CALL motif.graph.project('friends', 'Person', 'KNOWS', {relationshipIds: true})");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Map<String, Object>> rows(String query) {
        return server.rows(query);
    }

    /** Creates {@code count} relationships between different pairs of nodes; some nodes have far more than others. */
    private static void connect(String from, int froms, String to, int tos, String type, int count) {
        Random random = new Random(count);
        Set<List<Long>> pairs = new LinkedHashSet<>();
        while (pairs.size() < count) {
            long first = (long) (froms * Math.pow(random.nextDouble(), from.equals("Dense") ? 1 : 2));
            long second = (long) (tos * Math.pow(random.nextDouble(), from.equals("Dense") ? 1 : 2));
            if (!from.equals(to) || first < second) {
                pairs.add(List.of(first, second));
            }
        }
        for (String label : new LinkedHashSet<>(List.of(from, to))) {
            rows("UNWIND range(0, " + ((label.equals(from) ? froms : tos) - 1) + ") AS i CREATE (:" + label
                    + " {i: i})");
        }
        server.rows(
                "MATCH (a:" + from + ") WITH a ORDER BY a.i WITH collect(a) AS froms"
                        + " MATCH (b:" + to + ") WITH froms, b ORDER BY b.i WITH froms, collect(b) AS tos"
                        + " UNWIND $pairs AS pair WITH froms[pair[0]] AS a, tos[pair[1]] AS b CREATE (a)-[:" + type
                        + "]->(b)",
                Map.of("pairs", new ArrayList<>(pairs)));
    }

    /**
     * Calls of every procedure that can use a GPU; the parameter {@code backend} takes the place of {@code BACKEND}.
     */
    static Stream<String> calls() {
        return Stream.of(
                "CALL motif.butterfly.stats('ratings', {BACKEND})",
                "CALL motif.butterfly.stats('ratings', {algorithm: 'GBFC', BACKEND})",
                "CALL motif.butterfly.stream('ratings', {BACKEND})",
                "CALL motif.butterfly.stream('ratings', {per: 'RELATIONSHIP', BACKEND})",
                "CALL motif.biclique.count.stats('ratings', {p: 3, q: 3, BACKEND})",
                "CALL motif.biclique.count.stats('ratings', {p: 3, q: 3, algorithm: 'GBC', BACKEND})",
                "CALL motif.biclique.count.stats('ratings', {maxP: 4, maxQ: 4, BACKEND}) YIELD p, q, count",
                "CALL motif.biclique.count.stream('ratings', {p: 3, q: 2, BACKEND})",
                "CALL motif.biclique.count.stream('ratings', {p: 2, q: 3, per: 'RELATIONSHIP', BACKEND})",
                "CALL motif.biclique.maximal.stats('ratings', {minLeft: 3, minRight: 3, BACKEND}) YIELD count, sizes",
                "CALL motif.biclique.maximal.stats('ratings', {algorithm: 'CUMBE', minLeft: 3, minRight: 3, BACKEND})"
                        + " YIELD count, sizes",
                "CALL motif.biclique.maximal.stream('ratings', {minLeft: 3, minRight: 3, BACKEND})"
                        + " YIELD leftSize, rightSize, edges RETURN leftSize, rightSize, edges, count(*) AS bicliques",
                "CALL motif.biclique.maximum('ratings', {BACKEND}) YIELD edges",
                "CALL motif.wing.stats('ratings', {BACKEND})",
                "CALL motif.wing.stream('ratings', {BACKEND})",
                "CALL motif.tip.stats('ratings', {BACKEND})",
                "CALL motif.tip.stream('ratings', {BACKEND})",
                "CALL motif.kclique.stats('friends', {BACKEND})",
                "CALL motif.kclique.stats('friends', {k: 4, algorithm: 'ORIENTATION', BACKEND})",
                "CALL motif.kclique.stats('friends', {k: 4, algorithm: 'PIVOT', BACKEND})",
                "CALL motif.kclique.stream('friends', {k: 4, BACKEND})",
                "CALL motif.kclique.stream('friends', {k: 3, per: 'RELATIONSHIP', BACKEND})",
                "CALL motif.kcore.stats('friends', {BACKEND})",
                "CALL motif.kcore.stream('friends', {BACKEND})",
                "CALL motif.commonNeighbors.stats('friends', {BACKEND})",
                "CALL motif.commonNeighbors.stats('friends', {algorithm: 'MPS', BACKEND})",
                "CALL motif.commonNeighbors.stats('friends', {algorithm: 'BMP', BACKEND})",
                "CALL motif.commonNeighbors.stream('friends', {BACKEND})",
                "CALL motif.report('ratings', {timeoutMillis: 0, minLeft: 3, minRight: 3, BACKEND}) YIELD parts"
                        + " UNWIND parts AS part RETURN part.part AS part, part.status AS status",
                "CALL motif.report('friends', {timeoutMillis: 0, BACKEND}) YIELD parts"
                        + " UNWIND parts AS part RETURN part.part AS part, part.status AS status");
    }

    /** The rows of a call, without columns about the run, each with the number of times it occurs. */
    private static Map<Map<String, Object>, Long> results(String call, String backend) {
        return rows(call.replace("BACKEND", "backend: '" + backend + "'")).stream()
                .map(row -> {
                    Map<String, Object> result = new HashMap<>(row);
                    result.keySet().removeAll(OF_THE_RUN);
                    return result;
                })
                .collect(Collectors.groupingBy(row -> row, Collectors.counting()));
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
        assertThat(rows("CALL motif.butterfly.stats('ratings') YIELD backend, backendReason"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("backend")).isEqualTo("GPU");
                    assertThat((String) row.get("backendReason")).startsWith("on NVIDIA");
                });
        assertThat(rows("CALL motif.kclique.stats('friends', {k: 3}) YIELD backend"))
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
        IntStream.range(0, 4 * some.size()).parallel().forEach(i -> assertThat(
                        results(some.get(i % some.size()), "GPU"))
                .as(some.get(i % some.size()))
                .isEqualTo(onCpu.get(i % some.size())));
    }

    /** Starts a search that keeps all blocks of the device busy for hours, and returns while it runs. */
    private static CompletableFuture<Void> longSearch() throws InterruptedException {
        CompletableFuture<Void> call = CompletableFuture.runAsync(() -> rows(
                "CALL motif.kclique.stats({nodes: 'Dense', relationships: 'MET'}, {k: 20, algorithm: 'ORIENTATION',"
                        + " backend: 'GPU', jobId: 'dense'})"));
        PluginServer.await(
                "the search",
                () -> call.isDone()
                        || !rows("CALL motif.listProgress('dense') YIELD stage, status"
                                        + " WITH * WHERE status = 'RUNNING' AND stage CONTAINS 'searching' RETURN stage")
                                .isEmpty());
        Thread.sleep(1500);
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
                long start = System.nanoTime();
                assertThat(CompletableFuture.supplyAsync(() -> results(call, "GPU"))
                                .get(10, TimeUnit.SECONDS))
                        .isEqualTo(expected.get(i));
                System.out.printf("%s beside a search: %d ms%n", call, (System.nanoTime() - start) / 1_000_000);
            }
            CompletableFuture.runAsync(() -> {
                        rows("CALL motif.graph.drop('more')");
                        System.gc();
                    })
                    .get(5, TimeUnit.SECONDS);
            assertThat(search).isNotDone();
        } finally {
            rows("CALL motif.jobs.cancel('dense')");
        }
        assertThatThrownBy(search::join).rootCause().isInstanceOf(TransactionTerminatedException.class);
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
        Soon soon = Soon.afterNow();
        rows(ending);
        assertThatThrownBy(call::join).rootCause().isInstanceOf(TransactionTerminatedException.class);
        soon.assertEnded();
        assertThat(rows("CALL motif.gpu.list() YIELD reservedBytes, graphBytes, waitingCalls"
                        + " RETURN reservedBytes - graphBytes AS ofCalls, waitingCalls"))
                .containsExactly(Map.of("ofCalls", 0L, "waitingCalls", 0L));
    }

    static Stream<String> endings() {
        return Stream.of(
                "CALL motif.jobs.cancel('dense') YIELD canceled",
                "SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery WHERE currentQuery STARTS WITH 'CALL motif.kclique'"
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
