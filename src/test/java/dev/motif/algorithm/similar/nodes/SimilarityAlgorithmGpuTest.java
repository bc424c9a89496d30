package dev.motif.algorithm.similar.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.similar.nodes.SimilarityConfig.Choice;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommonNeighborsOracle;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests of {@link SimilarityAlgorithmTest} on a GPU, and compares graphs that its kernels divide with the CPU. */
@LeavesNothing
@Tag("gpu")
class SimilarityAlgorithmGpuTest extends SimilarityAlgorithmTest {
    private static final long SHORT_NANOS = 10_000;
    private static final long MOST_PATHS = 1_000_000_000;
    private static final Choice BEST = new Choice(10, false);

    /** Each test makes its own values. */
    private static final EdgeWeights UNKNOWN = EdgeWeights.named("w");

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 33);

    static Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    private static SimilarityConfig config(Side side, SimilarityMetric metric, double cutoff, Choice perNode) {
        return new SimilarityConfig(side, metric, cutoff, 1, 1, Integer.MAX_VALUE, 0, perNode, Choice.ALL);
    }

    static Stream<SimilarityConfig> manyConfigs() {
        return Stream.of(
                config(Side.LEFT, SimilarityMetric.JACCARD, 1e-42, BEST),
                config(Side.LEFT, SimilarityMetric.COSINE, 0.1, new Choice(100, false)),
                config(Side.LEFT, SimilarityMetric.OVERLAP, 1e-42, new Choice(7, true)),
                config(Side.LEFT, SimilarityMetric.COSINE, 0.01, new Choice(600, false)),
                config(Side.LEFT, SimilarityMetric.COUNT, 4, Choice.ALL),
                config(Side.LEFT, SimilarityMetric.JACCARD, 0.2, Choice.ALL),
                config(Side.RIGHT, SimilarityMetric.JACCARD, 1e-42, new Choice(1, false)),
                config(Side.LEFT, SimilarityMetric.ADAMIC_ADAR, 1e-42, BEST),
                config(Side.LEFT, SimilarityMetric.RESOURCE_ALLOCATION, 1e-42, new Choice(7, true)),
                config(Side.LEFT, SimilarityMetric.NEWMAN, 0.05, new Choice(600, false)),
                config(Side.LEFT, SimilarityMetric.ADAMIC_ADAR, 1, Choice.ALL),
                config(Side.RIGHT, SimilarityMetric.RESOURCE_ALLOCATION, 1e-42, BEST),
                config(Side.LEFT, SimilarityMetric.JACCARD, 1e-42, BEST).weighedBy(UNKNOWN),
                config(Side.RIGHT, SimilarityMetric.OVERLAP, 0.001, new Choice(7, true))
                        .weighedBy(UNKNOWN),
                config(Side.LEFT, SimilarityMetric.COSINE, 0.01, new Choice(600, false))
                        .weighedBy(UNKNOWN),
                config(Side.LEFT, SimilarityMetric.COUNT, 9.5, Choice.ALL).weighedBy(UNKNOWN),
                new SimilarityConfig(
                        null, SimilarityMetric.COSINE, 1e-42, 2, 3, 500, 0, BEST, new Choice(1000, false)));
    }

    private Execution execution() {
        return new Execution(memory, Workers.of(8), new StageTimes());
    }

    private List<NeighborPair> onGpu(Graph graph, SimilarityConfig config) {
        List<NeighborPair> all = new ArrayList<>();
        try (SimilarPairs pairs = new SimilarityAlgorithm().gpu(config).run(graph, execution(), device)) {
            pairs.forEachRemaining(all::add);
        }
        return all;
    }

    private List<NeighborPair> onCpu(Graph graph, SimilarityConfig config) {
        List<NeighborPair> all = new ArrayList<>();
        try (SimilarPairs pairs = new SimilarityAlgorithm().cpu(graph, config, execution())) {
            pairs.forEachRemaining(all::add);
        }
        return all;
    }

    /** Sources of all kinds; hubs on both sides. */
    @ParameterizedTest
    @MethodSource("manyConfigs")
    void pairsAreThoseOfTheCpu(SimilarityConfig config) {
        compare("powerlaw,left=20000,right=5000,edges=300000,skew=1,seed=1", config);
    }

    @ParameterizedTest
    @MethodSource("manyConfigs")
    void shortSlicesFindTheSame(SimilarityConfig config) {
        TestDevices.withSlices(device, SHORT_NANOS, () -> {
            compare("powerlaw,left=20000,right=5000,edges=300000,skew=1,seed=1", config);
            return null;
        });
    }

    /** So many nodes that large hash tables are used, and several windows and batches. */
    @ParameterizedTest
    @ValueSource(longs = {SHORT_NANOS, Long.MAX_VALUE})
    void manyNodesAreThoseOfTheCpu(long nanos) {
        for (SimilarityMetric metric : List.of(SimilarityMetric.JACCARD, SimilarityMetric.ADAMIC_ADAR)) {
            TestDevices.withSlices(device, nanos, () -> {
                compare(
                        "powerlaw,left=600000,right=60000,edges=2000000,skew=1,seed=1",
                        config(Side.LEFT, metric, 1e-42, BEST));
                return null;
            });
        }
    }

    /** Counters of 16 and of 32 bits; sums of three words. */
    @Test
    void nodesOfVeryManyNeighborsAreThoseOfTheCpu() {
        compare(
                "uniform,left=60,right=100000,edges=3900000,seed=1",
                config(Side.LEFT, SimilarityMetric.COSINE, 0, BEST));
        compare(
                "uniform,left=300,right=100000,edges=3000000,seed=1",
                config(Side.LEFT, SimilarityMetric.COUNT, 0, BEST));
        compare(
                "uniform,left=60,right=100000,edges=3900000,seed=1",
                config(Side.LEFT, SimilarityMetric.NEWMAN, 0, BEST));
    }

    /** 1,200 pairs of one vertex that are equally similar, by the hash tables and by the windows. */
    @ParameterizedTest
    @ValueSource(longs = {SHORT_NANOS, Long.MAX_VALUE})
    void equallySimilarPairsAreThoseOfTheCpu(long nanos) {
        TestDevices.withSlices(device, nanos, () -> {
            for (int neighbors : new int[] {5, 61}) {
                try (BipartiteGraph graph =
                        equalCosines(neighbors, 1, Math.min(neighbors, 60), 20).toGraph(memory, Workers.of(8))) {
                    double cosine = CommonNeighborsOracle.cosine(1, neighbors, 1);
                    for (Choice choice : List.of(BEST, new Choice(700, false), new Choice(7, true), Choice.ALL)) {
                        compare(graph, config(null, SimilarityMetric.COSINE, cosine, choice));
                    }
                }
            }
            return null;
        });
    }

    static Stream<DataSet> dataSets() {
        return Stream.concat(DataSets.bipartite(), DataSets.unipartite());
    }

    /** Sources of hash tables and of windows, so few that a sanitizer gets through. */
    @ParameterizedTest
    @ValueSource(
            strings = {"uniform,left=500,right=300,edges=3000,seed=1", "uniform,left=200,right=100,edges=9000,seed=1"})
    void sumsOfSmallGraphsAreThoseOfTheCpu(String graph) {
        compare(graph, config(Side.LEFT, SimilarityMetric.JACCARD, 1e-42, BEST).weighedBy(UNKNOWN));
        compare(graph, config(Side.LEFT, SimilarityMetric.ADAMIC_ADAR, 1e-42, BEST));
    }

    /** Each vertex is an end of its own, and both weights of a path lie in the same rows. */
    @ParameterizedTest
    @ValueSource(longs = {SHORT_NANOS, Long.MAX_VALUE})
    void weightsOfUnipartiteGraphsCountAsOnTheCpu(long nanos) {
        TestDevices.withSlices(device, nanos, () -> {
            try (UnipartiteGraph graph = CommonNeighborsAlgorithmTest.skewed(1, 3000, 100_000, 1.5)
                    .toUnipartiteGraph(memory, Workers.of(8))) {
                for (SimilarityMetric metric : List.of(SimilarityMetric.JACCARD, SimilarityMetric.COSINE)) {
                    compare(graph, config(null, metric, 1e-42, BEST).weighedBy(UNKNOWN));
                }
            }
            return null;
        });
    }

    @Test
    void weightsWhoseSumsAreRoundedAreForTheCpu() {
        try (BipartiteGraph graph = TestGraphs.complete(3, 4).toGraph(memory, Workers.of(1));
                OffHeapLongs values = memory.longs(12)) {
            for (int edge = 0; edge < 12; edge++) {
                values.set(edge, Double.doubleToRawLongBits(0.1 * edge));
            }
            SimilarityConfig config =
                    config(null, SimilarityMetric.JACCARD, 0, BEST).weighedBy(TestGraphs.weights(values, true));
            assertThat(new SimilarityAlgorithm().gpu(config).obstacle(device, graph))
                    .isEqualTo("the sums of these weights are rounded, which depends on their order");
            assertThat(Backend.AUTO
                            .choose(new SimilarityAlgorithm(), graph, config)
                            .backend())
                    .isEqualTo(Backend.CPU);
        }
    }

    /** Sides with more than a billion paths are left out: the CPU would take too long. */
    @ParameterizedTest
    @MethodSource("dataSets")
    void dataSetsAreThoseOfTheCpu(DataSet set) {
        EdgeList list = set.read();
        if (!set.counts().has("U")) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(8))) {
                compare(graph, config(null, SimilarityMetric.JACCARD, 1e-42, BEST));
            }
            return;
        }
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(8))) {
            if (paths(graph.right()) < MOST_PATHS) {
                compare(graph, config(Side.LEFT, SimilarityMetric.JACCARD, 1e-42, BEST));
            }
            if (paths(graph.left()) < MOST_PATHS) {
                compare(graph, config(Side.RIGHT, SimilarityMetric.JACCARD, 1e-42, BEST));
            }
        }
    }

    private static long paths(Csr rows) {
        return IntStream.range(0, rows.vertexCount())
                .mapToLong(v -> rows.degree(v) * rows.degree(v))
                .sum();
    }

    private void compare(String generator, SimilarityConfig config) {
        try (LoadedGraph loaded = Generators.parse(generator).build(memory, Workers.of(8))) {
            compare(loaded.graph(), config);
        }
    }

    private void compare(Graph graph, SimilarityConfig any) {
        try (OffHeapLongs values = memory.longs(graph.edgeCount())) {
            SimilarityConfig config = known(any, values);
            List<NeighborPair> expected = onCpu(graph, config);
            assertThat(expected).isNotEmpty();
            List<NeighborPair> found = onGpu(graph, config);
            assertThat(found.size()).as("%s", config).isEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                if (!found.get(i).equals(expected.get(i))) {
                    assertThat(found.get(i)).as("pair %d of %s", i, config).isEqualTo(expected.get(i));
                }
            }
        }
    }

    /** With quarters from 0 to 25 as weights, if any. */
    private static SimilarityConfig known(SimilarityConfig config, OffHeapLongs values) {
        for (long edge = 0; edge < values.length(); edge++) {
            values.set(edge, Double.doubleToRawLongBits(edge * 7919 % 101 / 4.0));
        }
        return config.weights() == null ? config : config.weighedBy(TestGraphs.weights(values, true));
    }

    /** On several GPUs, or on the parts of one that {@code -Dmotif.gpu.split} makes. */
    @ParameterizedTest
    @MethodSource("manyConfigs")
    void severalDevicesFindTheSame(SimilarityConfig any) {
        List<GpuDevice> devices = Gpus.ofThisHost().devices();
        assumeTrue(devices.size() > 1, "a host with a single GPU");
        try (LoadedGraph loaded = Generators.parse("powerlaw,left=20000,right=5000,edges=300000,skew=1,seed=1")
                        .build(memory, Workers.of(8));
                OffHeapLongs values = memory.longs(loaded.graph().edgeCount())) {
            SimilarityConfig config = known(any, values);
            List<NeighborPair> all = new ArrayList<>();
            try (SimilarPairs pairs = new SimilarityAlgorithm().gpu(config).run(loaded.graph(), execution(), devices)) {
                pairs.forEachRemaining(all::add);
            }
            List<NeighborPair> expected = onGpu(loaded.graph(), config);
            assertThat(all.size()).isEqualTo(expected.size());
            assertThat(all.equals(expected)).as("%s", config).isTrue();
        }
        devices.forEach(each -> assertThat(each.reservedBytes()).isZero());
    }

    /** 12.5 million pairs, for which there is room only in several batches. */
    @Test
    void pairsThatDoNotFitABatchAreFoundInSmallerOnes() {
        SimilarityConfig all = config(null, SimilarityMetric.COUNT, 0, Choice.ALL);
        try (BipartiteGraph graph = TestGraphs.complete(5000, 3).toGraph(memory, Workers.of(1));
                SimilarPairs pairs = new SimilarityAlgorithm().gpu(all).run(graph, execution(), device)) {
            for (int u = 0; u < 5000; u++) {
                for (int v = u + 1; v < 5000; v++) {
                    NeighborPair pair = pairs.next();
                    if (pair.source() != u || pair.target() != v || pair.common() != 3) {
                        assertThat(pair).isEqualTo(new NeighborPair(u, v, 3, 3));
                    }
                }
            }
            assertThat(pairs.hasNext()).isFalse();
        }
    }

    /** All on one thread: waiting for the memory of the pairs would take for ever. */
    @Test
    void pairsThatNobodyReadsKeepNoMemoryFromOthers() {
        SimilarityConfig config = config(null, SimilarityMetric.JACCARD, 1e-42, BEST);
        try (LoadedGraph loaded = Generators.parse("powerlaw,left=100000,right=5000,edges=300000,skew=1,seed=1")
                        .build(memory, Workers.of(8));
                SimilarPairs pairs = new SimilarityAlgorithm().gpu(config).run(loaded.graph(), execution(), device)) {
            long expected = onCpu(loaded.graph(), config).size();
            assertThat(pairs.hasNext()).isTrue();
            try (GpuSession everything = device.open(device.limitBytes(), Workers.of(1))) {
                assertThat(everything.info()).isEqualTo(device.info());
            }
            assertThat(SimilaritySummary.of(pairs).pairs()).isEqualTo(expected);
        }
    }

    @Test
    void foldedGraphIsThatOfTheCpu() {
        SimilarityConfig config = config(Side.RIGHT, SimilarityMetric.COUNT, 2, Choice.ALL);
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(4, 3000, 2000, 60_000, 1).toGraph(memory, Workers.of(2))) {
            assertThat(folded(graph, config, Backend.Choice.gpu(device, "chosen by the test")))
                    .isEqualTo(folded(graph, config, Backend.Choice.cpu("chosen by the test")))
                    .hasSizeGreaterThan(1000);
        }
    }

    /** The neighbors of each vertex, and the scores of the edges. */
    private List<Long> folded(BipartiteGraph graph, SimilarityConfig config, Backend.Choice choice) {
        OneModeProjection folded = OneModeProjection.of(graph, config, execution(), choice);
        try (UnipartiteGraph made = folded.graph();
                OffHeapLongs scores = folded.scores()) {
            Csr rows = made.adjacency();
            return LongStream.concat(
                            LongStream.range(0, rows.slotCount()).map(rows::neighbor),
                            LongStream.range(0, scores.length()).map(scores::get))
                    .boxed()
                    .toList();
        }
    }

    @Test
    void backboneIsForTheCpu() {
        SimilarityConfig backbone = new SimilarityConfig(
                null, SimilarityMetric.COUNT, 0, 1, 1, Integer.MAX_VALUE, 0.01, Choice.ALL, Choice.ALL);
        try (BipartiteGraph graph = TestGraphs.complete(3, 4).toGraph(memory, Workers.of(1))) {
            assertThat(Backend.AUTO
                            .choose(new SimilarityAlgorithm(), graph, backbone)
                            .backend())
                    .isEqualTo(Backend.CPU);
        }
    }
}
