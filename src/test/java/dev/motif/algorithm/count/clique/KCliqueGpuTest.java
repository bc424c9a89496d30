package dev.motif.algorithm.count.clique;

import static dev.motif.algorithm.count.clique.CliqueGraphs.choices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.StageProgress;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what only searches on a GPU have: sums beyond 128 bits, and searches that are stopped. */
@LeavesNothing
@Tag("gpu")
class KCliqueGpuTest {
    private final NativeMemory memory = new NativeMemory(1L << 33);
    private final BackendCase backend = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    /** A random graph in which each pair of vertices is an edge with probability {@code share}. */
    static EdgeList random(int vertices, double share) {
        Random random = new Random(vertices);
        return CliqueGraphs.of(vertices, (u, v) -> random.nextDouble() < share);
    }

    /** With rows that fit the tables of warps, just so and not, and launches that leave roots to the next one. */
    @Test
    void trianglesAreCountedInEveryWay() {
        KCliqueConfig config = KCliqueConfig.total(3, 3);
        List<EdgeList> lists = List.of(
                random(60, 0.3),
                hubs(400),
                random(KernelAbi.KCLIQUE_TRIANGLE_ROW + 1, 1),
                random(KernelAbi.KCLIQUE_TRIANGLE_ROW + 2, 1),
                random(3000, 0.01));
        for (EdgeList list : lists) {
            List<BigInteger> expected = KCliqueValues.all(list, config.with(Technique.COMPLEMENT), backend, memory);
            for (long slice : new long[] {200_000, Long.MAX_VALUE}) {
                assertThat(TestDevices.withSlices(
                                device, slice, () -> KCliqueValues.all(list, config, backend, memory)))
                        .isEqualTo(expected);
            }
        }
    }

    /** Each launch ends before it has begun, and does a part of the work nevertheless. */
    @Test
    void launchesForTrianglesGetOnWithoutTime() {
        KCliqueConfig config = KCliqueConfig.total(3, 3);
        EdgeList list = random(3000, 0.01);
        List<BigInteger> expected = KCliqueValues.all(list, config.with(Technique.COMPLEMENT), backend, memory);
        assertThat(TestDevices.withSlices(device, 1, () -> KCliqueValues.all(list, config, backend, memory)))
                .isEqualTo(expected);
    }

    /** Searches continue where a launch has ended, with local graphs in shared memory and with larger ones. */
    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"ORIENTATION", "PIVOT"})
    void pausesChangeNothing(Technique technique) {
        long slice = 200_000;
        for (int vertices : new int[] {150, 600}) {
            EdgeList list = random(vertices, 60.0 / vertices);
            KCliqueConfig config = KCliqueConfig.total(4, 6);
            List<BigInteger> expected = KCliqueValues.all(list, config.with(Technique.COMPLEMENT), backend, memory);
            assertThat(TestDevices.withSlices(
                            device, slice, () -> KCliqueValues.all(list, config.with(technique), backend, memory)))
                    .isEqualTo(expected);
        }
    }

    /** A graph of hubs, which are adjacent to most others, and of others, which are adjacent to few. */
    static EdgeList hubs(int vertices) {
        Random random = new Random(vertices);
        return CliqueGraphs.of(vertices, (u, v) -> random.nextDouble() < (u % 10 == 0 || v % 10 == 0 ? 0.7 : 0.1));
    }

    @ParameterizedTest
    @CsvSource({"facebook-combined, 4", "soc-epinions1, 5", "email-eu-core, 7"})
    void realGraphsCountTheSameByVertexAndEdge(String name, int k) {
        EdgeList list = DataSets.unipartite()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .read();
        KCliqueConfig config = KCliqueConfig.total(k, k).with(Technique.COMPLEMENT);
        KCliqueValues expected = KCliqueValues.of(list, config, new BackendCase(Backend.CPU, 2), memory);
        for (Technique technique : new Technique[] {Technique.ORIENTATION, Technique.PIVOT}) {
            assertThat(KCliqueValues.of(list, config.with(technique), backend, memory))
                    .as("%s", technique)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"ORIENTATION", "PIVOT", "COMPLEMENT"})
    void searchTakesManyShortLaunches(Technique technique) {
        KCliqueConfig config = KCliqueConfig.total(7, 7).with(technique);
        EdgeList list = random(400, 0.5);
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.incrementAndGet() < 0, Progress.NONE);
        Function<UnipartiteGraph, BigInteger> run = graph -> {
            Execution execution = new Execution(memory, workers, new StageTimes());
            try (KCliqueResult counts = new KCliqueAlgorithm().gpu(config).run(graph, execution, device)) {
                return counts.count(7);
            }
        };
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
            BigInteger expected = run.apply(graph);
            int pollsOfFew = polls.getAndSet(0);
            assertThat(TestDevices.withSlices(device, 300_000, () -> run.apply(graph)))
                    .isEqualTo(expected);
            assertThat(polls.get()).isGreaterThan(pollsOfFew + 3);
        }
    }

    /** Warps hand over their work through a queue of few places, in many short launches. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void shortQueuesCountTheSame(int slots) {
        TestDevices.LaunchChange few =
                (session, kernel, arguments) -> arguments.computeIfPresent("queueSlots", (name, before) -> slots);
        for (int vertices : new int[] {60, 200}) {
            EdgeList list = random(vertices, 0.5);
            KCliqueConfig config = KCliqueConfig.total(6, 6).with(Technique.COMPLEMENT);
            KCliqueValues expected = KCliqueValues.of(list, config, new BackendCase(Backend.CPU, 2), memory);
            assertThat(TestDevices.withLaunches(
                            device,
                            few,
                            () -> TestDevices.withSlices(
                                    device, 50_000, () -> KCliqueValues.of(list, config, backend, memory))))
                    .as("%d vertices", vertices)
                    .isEqualTo(expected);
        }
    }

    @Test
    void countsOfFacebookByVertexAndEdgeAddUp() {
        DataSet set = DataSets.unipartite()
                .filter(each -> each.name().equals("facebook-combined"))
                .findFirst()
                .orElseThrow();
        BigInteger total = set.counts().get("k8").bigIntegerValue();
        try (UnipartiteGraph graph = set.read().toUnipartiteGraph(memory, backend.workers());
                KCliqueResult vertices =
                        backend.run(new KCliqueAlgorithm(), graph, KCliqueConfig.of(8, Result.VERTEX), memory);
                KCliqueResult edges =
                        backend.run(new KCliqueAlgorithm(), graph, KCliqueConfig.of(8, Result.EDGE), memory)) {
            assertThat(vertices.count(8)).isEqualTo(total);
            assertThat(edges.count(8)).isEqualTo(total);
            assertThat(HeapSums.total(vertices.vertices())).isEqualTo(total.multiply(BigInteger.valueOf(8)));
            assertThat(HeapSums.total(edges.edges())).isEqualTo(total.multiply(BigInteger.valueOf(28)));
        }
    }

    /** The leaves of one kind would take 124 to 129 bits in all, if the host did not multiply out the largest. */
    @Test
    void countsOfManyBitsAreExact() {
        KCliqueConfig config = KCliqueConfig.total(53, 53).with(Technique.COMPLEMENT);
        BigInteger ofOne = choices(80, 53).shiftLeft(53);
        EdgeList list = CliqueGraphs.cocktailParty(80);
        for (int copies = 1; copies <= 32; copies *= 2) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                    KCliqueResult counts = backend.run(new KCliqueAlgorithm(), graph, config, memory)) {
                assertThat(counts.count(53))
                        .as("%d copies", copies)
                        .isEqualTo(ofOne.multiply(BigInteger.valueOf(copies)));
            }
            list = list.disjointUnion(list);
        }
    }

    /** No graph has so many leaves in the time of a test, so all kinds have 2^128 - 1 of them before the first launch. */
    @Test
    void leavesOfOneKindBeyond128BitsAreAnError() {
        KCliqueConfig config = KCliqueConfig.total(4, 4).with(Technique.COMPLEMENT);
        TestDevices.LaunchChange full = (session, kernel, arguments) -> {
            if (kernel.equals("kclique_histogram_per_warp")) {
                DeviceArray cells = (DeviceArray) arguments.get("cells");
                TestDevices.changeWords(session, cells, (int) (cells.bytes() / Long.BYTES), (at, word) -> -1);
            }
        };
        try (UnipartiteGraph graph = CliqueGraphs.complete(9).toUnipartiteGraph(memory, backend.workers())) {
            assertThatThrownBy(() -> TestDevices.withLaunches(
                            device, full, () -> backend.run(new KCliqueAlgorithm(), graph, config, memory)))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("2^128 leaves of one kind");
        }
    }

    /** The count of each vertex fits 127 bits, but the total does not fit 128. */
    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"PIVOT", "COMPLEMENT"})
    void totalsBeyond128BitsAreExactBesideCountsByVertex(Technique technique) {
        EdgeList one = CliqueGraphs.complete(130);
        EdgeList list =
                one.disjointUnion(one).disjointUnion(one).disjointUnion(one).disjointUnion(one);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                KCliqueResult counts = backend.run(
                        new KCliqueAlgorithm(),
                        graph,
                        KCliqueConfig.of(65, Result.VERTEX).with(technique),
                        memory)) {
            assertThat(counts.technique()).isEqualTo(technique);
            assertThat(counts.count(65)).isEqualTo(choices(130, 65).multiply(BigInteger.valueOf(5)));
            assertThat(counts.vertices().get(7)).isEqualTo(choices(129, 64));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"ORIENTATION", "PIVOT", "COMPLEMENT"})
    void timeoutSaysHowFarTheSearchCame(Technique technique) {
        try (UnipartiteGraph graph = random(600, 0.8).toUnipartiteGraph(memory, backend.workers())) {
            for (Result result : Result.values()) {
                KCliqueConfig config =
                        KCliqueConfig.of(20, result).with(technique).withTimeoutMillis(200);
                assertThatThrownBy(() -> backend.run(new KCliqueAlgorithm(), graph, config, memory))
                        .as("%s", result)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("`timeoutMillis: 200`");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ORIENTATION, TOTAL",
        "ORIENTATION, VERTEX",
        "ORIENTATION, EDGE",
        "PIVOT, TOTAL",
        "PIVOT, VERTEX",
        "PIVOT, EDGE",
        "COMPLEMENT, TOTAL"
    })
    @Timeout(600)
    void cancelledSearchEnds(Technique technique, Result result) {
        try (UnipartiteGraph graph = random(600, 0.8).toUnipartiteGraph(memory, backend.workers())) {
            StageProgress progress = new StageProgress("searching cliques");
            Workers workers = new Workers(2, () -> progress.steps() > 0, progress);
            Execution execution = new Execution(memory, workers, new StageTimes());
            KCliqueConfig config = KCliqueConfig.of(20, result).with(technique);
            assertThatThrownBy(() -> new KCliqueAlgorithm().gpu(config).run(graph, execution, device))
                    .isInstanceOf(CancellationException.class);
            assertThat(progress.done()).isPositive().isLessThanOrEqualTo(progress.volume());
        }
    }
}
