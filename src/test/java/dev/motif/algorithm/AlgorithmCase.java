package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.alphabetacore.AlphaBetaCoreAlgorithm;
import dev.motif.algorithm.biclique.alphabetacore.AlphaBetaCoreConfig;
import dev.motif.algorithm.biclique.densest.DensestAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.algorithm.butterfly.tip.TipAlgorithm;
import dev.motif.algorithm.butterfly.tip.TipConfig;
import dev.motif.algorithm.butterfly.wing.WingAlgorithm;
import dev.motif.algorithm.butterfly.wing.WingConfig;
import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.commonneighbors.ktruss.KTrussAlgorithm;
import dev.motif.algorithm.commonneighbors.ktruss.KTrussConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.maximal.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.IsolatedRuns;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.process.WorkerProcess;
import dev.motif.research.intersection.BmpConfig;
import dev.motif.research.intersection.IntersectionAlgorithm;
import dev.motif.research.intersection.IntersectionConfig;
import dev.motif.research.intersection.MpsConfig;
import dev.motif.research.pivoting.PivotingAlgorithm;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** An algorithm with one of its configurations. */
record AlgorithmCase<G extends Graph, C, R extends AutoCloseable>(Algorithm<G, C, R> algorithm, C config) {
    /**
     * The algorithms that hold little on the heap and finish before they return, with a configuration for each thing
     * they count.
     */
    static Stream<AlgorithmCase<?, ?, ?>> all() {
        MaximalBicliqueConfig maximal = MaximalBicliqueConfig.TOTALS;
        return Stream.of(
                new AlgorithmCase<>(new ButterflyAlgorithm(), ButterflyConfig.TOTAL),
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(true, false)),
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(false, true)),
                new AlgorithmCase<>(new ButterflyAlgorithm(), ButterflyConfig.of(GbfcConfig.ALL)),
                new AlgorithmCase<>(new WingAlgorithm(), new WingConfig()),
                new AlgorithmCase<>(new TipAlgorithm(), new TipConfig(Side.LEFT)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TOTAL)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TABLE)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.VERTEX)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.EDGE)),
                new AlgorithmCase<>(
                        new BicliqueAlgorithm(), BicliqueConfig.total(3, 3).with(Technique.GBC)),
                new AlgorithmCase<>(new DensestAlgorithm(), BicliqueConfig.of(2, 2, Result.VERTEX)),
                new AlgorithmCase<>(new AlphaBetaCoreAlgorithm(), new AlphaBetaCoreConfig(List.of(2), 2)),
                new AlgorithmCase<>(
                        new MaximalBicliqueAlgorithm(), maximal.with(MaximalBicliqueConfig.Technique.BITMAP)),
                new AlgorithmCase<>(
                        new MaximalBicliqueAlgorithm(), maximal.with(MaximalBicliqueConfig.Technique.CUMBE)),
                new AlgorithmCase<>(new MaximalBicliqueAlgorithm(), maximal.with(PerVertex.COUNT)),
                new AlgorithmCase<>(new KCoreAlgorithm(), new KCoreConfig()),
                new AlgorithmCase<>(new KTrussAlgorithm(), new KTrussConfig()),
                new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.all()),
                new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(4, KCliqueConfig.Result.VERTEX)),
                new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(4, KCliqueConfig.Result.EDGE)),
                new AlgorithmCase<>(new PivotingAlgorithm(), KCliqueConfig.all().with(KCliqueConfig.Technique.PIVOT)),
                new AlgorithmCase<>(
                        new PivotingAlgorithm(), KCliqueConfig.total(3, 5).with(KCliqueConfig.Technique.ORIENTATION)),
                new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(true)),
                new AlgorithmCase<>(new IntersectionAlgorithm(), IntersectionConfig.of(MpsConfig.ALL)),
                new AlgorithmCase<>(new IntersectionAlgorithm(), IntersectionConfig.of(BmpConfig.ALL)));
    }

    void run(Graph graph, Execution execution) throws Exception {
        algorithm.cpu(algorithm.graphType().cast(graph), config, execution).close();
    }

    /** The cases that run on a GPU. */
    static Stream<AlgorithmCase<?, ?, ?>> allOnGpu() {
        return all().filter(AlgorithmCase::hasGpuVersion);
    }

    private boolean hasGpuVersion() {
        return algorithm.gpu(config) != null;
    }

    void run(Graph graph, Execution execution, GpuDevice device) throws Exception {
        algorithm
                .gpu(config)
                .run(algorithm.graphType().cast(graph), execution, device)
                .close();
    }

    GpuEstimate estimate(Graph graph, GpuDevice device) {
        return algorithm.gpu(config).estimate(device, GraphSize.of(graph));
    }

    /**
     * Runs it here and in {@code process}, and checks that the results are the same.
     *
     * @param device the GPU to use here; null for the CPU, here and there
     */
    void compareWithIsolated(WorkerProcess process, Graph graph, Execution execution, GpuDevice device)
            throws Exception {
        G input = algorithm.graphType().cast(graph);
        Backend backend = device == null ? Backend.CPU : Backend.GPU;
        try (R here = device == null
                        ? algorithm.cpu(input, config, execution)
                        : algorithm.gpu(config).run(input, execution, device);
                R there = IsolatedRuns.run(algorithm, config, backend, process, input, execution)) {
            checkSame(there, here);
        }
    }

    /** Whether several devices share its runs. */
    boolean canShare(GpuDevice device, Graph graph) {
        return algorithm.gpu(config).canShare(device, GraphSize.of(graph));
    }

    /** Why {@code device} cannot run it, or null. */
    String obstacle(GpuDevice device, Graph graph) {
        return algorithm.gpu(config).obstacle(device, GraphSize.of(graph));
    }

    /** In how many passes {@code device} runs it, about. */
    long passes(GpuDevice device, Graph graph) {
        return algorithm.gpu(config).passes(device, GraphSize.of(graph));
    }

    /** Runs it on the first and on all of {@code devices} together, and checks that the results are the same. */
    void compareWithShared(List<GpuDevice> devices, Graph graph, Execution execution) throws Exception {
        G input = algorithm.graphType().cast(graph);
        try (R here = algorithm.gpu(config).run(input, execution, devices.get(0));
                R shared = algorithm.gpu(config).run(input, execution, devices)) {
            checkSame(shared, here);
        }
    }

    static void checkSame(Object actual, Object expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .withEqualsForType(AlgorithmCase::equal, OffHeapInts.class)
                .withEqualsForType(AlgorithmCase::equal, OffHeapLongs.class)
                // How the search went, and orders of equal vertices: another way every time.
                .ignoringFields("search", "order")
                .isEqualTo(expected);
    }

    private static boolean equal(OffHeapInts a, OffHeapInts b) {
        return a.length() == b.length() && LongStream.range(0, a.length()).allMatch(i -> a.get(i) == b.get(i));
    }

    private static boolean equal(OffHeapLongs a, OffHeapLongs b) {
        return a.length() == b.length() && LongStream.range(0, a.length()).allMatch(i -> a.get(i) == b.get(i));
    }

    CpuEstimate estimate(Graph graph, Execution execution) {
        return algorithm.cpuEstimate(algorithm.graphType().cast(graph), config, execution);
    }

    List<String> stages(Graph graph) {
        return algorithm.stages(GraphSize.of(graph), config);
    }

    @Override
    public String toString() {
        return algorithm.name() + " " + config;
    }
}
