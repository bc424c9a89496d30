package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.graphlet.GraphletAlgorithm;
import dev.motif.algorithm.group.densest.BicliqueDensestAlgorithm;
import dev.motif.algorithm.group.densest.DiscountedDensestAlgorithm;
import dev.motif.algorithm.group.densest.KCliqueDensestAlgorithm;
import dev.motif.algorithm.group.list.BicliqueListConfig;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreAlgorithm;
import dev.motif.algorithm.level.core.KCoreAlgorithm;
import dev.motif.algorithm.level.tip.TipAlgorithm;
import dev.motif.algorithm.level.truss.KTrussAlgorithm;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingCommunitiesAlgorithm;
import dev.motif.algorithm.sample.biclique.BicliqueSampleAlgorithm;
import dev.motif.algorithm.sample.biclique.BicliqueSampleConfig;
import dev.motif.algorithm.sample.butterfly.ButterflyNodeSampleAlgorithm;
import dev.motif.algorithm.sample.butterfly.ButterflySampleAlgorithm;
import dev.motif.algorithm.sample.clique.KCliqueSampleAlgorithm;
import dev.motif.algorithm.similar.clustering.ClusteringAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.nodes.SimilarityAlgorithm;
import dev.motif.algorithm.similar.nodes.SimilarityConfig;
import dev.motif.algorithm.similar.pairs.NeighborPairs;
import dev.motif.algorithm.similar.pairs.PairFilter;
import dev.motif.algorithm.similar.pairs.PairsAlgorithm;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.algorithm.similar.scan.ScanAlgorithm;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.Directed;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.IsolatedRuns;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.parallel.Workers;
import dev.motif.process.WorkerProcess;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * An algorithm with one of its configurations, and graphs to run it on.
 *
 * @param graphs from the smallest to the largest; those of {@link AlgorithmCases#graphs} unless it needs others
 */
public record AlgorithmCase<G extends Graph, C, R extends AutoCloseable>(
        Algorithm<G, C, R> algorithm, C config, List<EdgeList> graphs) {
    private static final int MOST_READ = 10_000;

    private static final Map<Class<?>, Double> MOST_TIMES = Map.of(
            TipAlgorithm.class, 1.5,
            CommonNeighborsAlgorithm.class, 1.1,
            KTrussAlgorithm.class, 1.1,
            PairsAlgorithm.class, 1.1,
            SimilarityAlgorithm.class, 1.1,
            ScanAlgorithm.class, 2.0,
            AlphaBetaCoreAlgorithm.class, 2.0,
            KCoreAlgorithm.class, 2.0);

    public AlgorithmCase(Algorithm<G, C, R> algorithm, C config) {
        this(algorithm, config, AlgorithmCases.graphs(algorithm.graphType()));
    }

    /** The same for another graph, whose edges have these directions and times. */
    @SuppressWarnings("unchecked")
    AlgorithmCase<G, C, R> with(EdgeDirections directions, EdgeTimes times) {
        Object other = config instanceof Directed<?> of ? of.directed(directions) : config;
        if (other instanceof TimeWindow.Timed<?> of && of.window() != null) {
            other = of.within(new TimeWindow(of.window().length(), times));
        }
        return new AlgorithmCase<>(algorithm, (C) other, graphs);
    }

    Graph graph(EdgeList list, NativeMemory memory) {
        return isBipartite() ? list.toGraph(memory, Workers.of(1)) : list.toUnipartiteGraph(memory, Workers.of(1));
    }

    boolean isBipartite() {
        return algorithm.graphType() != UnipartiteGraph.class;
    }

    /** GBC needs more for some graphs than their sizes tell; {@code EstimateTest} compares it with estimates of graphs. */
    boolean hasSizeEstimate() {
        return !algorithm.name().equals("research.gbc");
    }

    /** How many times what a run takes may be estimated; null where the size of a graph does not tell it. */
    Double mostTimes() {
        // Counters of packed weights have 12 bytes, others 16.
        boolean mayPack = config instanceof SimilarityConfig of && of.weights() != null;
        return mayPack ? Double.valueOf(1.4) : MOST_TIMES.get(algorithm.getClass());
    }

    /** The least that is estimated; some need less for graphs with few edges. */
    long leastOf(MemoryEstimate estimate) {
        return algorithm instanceof ScanAlgorithm || algorithm instanceof ClusteringAlgorithm
                ? estimate.minBytes() / 2
                : estimate.minBytes();
    }

    /** How many rounds there are to find the densest subgraph, and what is to be sampled, is not known before. */
    boolean hasKnownStages() {
        return !(algorithm instanceof BicliqueDensestAlgorithm
                || algorithm instanceof DiscountedDensestAlgorithm
                || algorithm instanceof KCliqueDensestAlgorithm
                || algorithm instanceof ButterflySampleAlgorithm
                || algorithm instanceof ButterflyNodeSampleAlgorithm
                || config instanceof BicliqueSampleConfig of && of.table());
    }

    /** Whether it takes no time worth a look at the cancellation: bicliques of one vertex are counted by degrees. */
    boolean isAtOnce() {
        return config instanceof BicliqueConfig counted
                        && counted.starsAlone()
                        && Set.of(Result.TOTAL, Result.TABLE).contains(counted.result())
                || config instanceof BicliqueListConfig of && of.p() == 0;
    }

    /** Whether it begins on a GPU with all the memory that is estimated: others take more later, or as much as there is. */
    boolean isReservedAtOnce() {
        return hasSizeEstimate()
                && !(algorithm instanceof WingAlgorithm
                        || algorithm instanceof WingCommunitiesAlgorithm
                        || algorithm instanceof BicliqueSampleAlgorithm
                        || algorithm instanceof KCliqueSampleAlgorithm
                        || algorithm instanceof GraphletAlgorithm);
    }

    /** Whether it counts only bicliques of one vertex on a side, which never take a GPU. */
    boolean isStarsAlone() {
        return config instanceof BicliqueConfig of && of.starsAlone()
                || config instanceof BicliqueListConfig listed && Math.min(listed.p(), listed.q()) < 2;
    }

    boolean hasGpuVersion() {
        return algorithm.gpu(config) != null;
    }

    /** Null when nothing is known of it. */
    RunCost cost() {
        return algorithm.cost(config);
    }

    /** The result of a run on {@code device}, or on the CPU when that is null. */
    R result(Graph graph, Execution execution, GpuDevice device) {
        G input = algorithm.graphType().cast(graph);
        return device == null
                ? algorithm.cpu(input, config, execution)
                : algorithm.gpu(config).run(input, execution, device);
    }

    /** Runs it on {@code device}, or on the CPU when that is null, and reads the first rows of what has rows. */
    void run(Graph graph, Execution execution, GpuDevice device) {
        try (R result = result(graph, execution, device)) {
            Iterator<?> rows = result instanceof NeighborPairs pairs
                    ? pairs.withCommonNeighbors(new PairFilter(SimilarityMetric.COUNT, 0, 0))
                    : result instanceof Iterator<?> iterator ? iterator : Collections.emptyIterator();
            for (int i = 0; i < MOST_READ && rows.hasNext(); i++) {
                rows.next();
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
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

    /** Whether devices that do not know of each other can do parts of it. */
    boolean canDivide(GpuDevice device, Graph graph) {
        return algorithm.gpu(config).canDivide(device, GraphSize.of(graph));
    }

    /** Does a part of it on all of {@code devices} together. */
    R share(Graph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
        return algorithm.gpu(config).share(algorithm.graphType().cast(graph), execution, devices, part);
    }

    /** Why {@code device} cannot run it, or null. */
    String obstacle(GpuDevice device, Graph graph) {
        return obstacle(device, GraphSize.of(graph));
    }

    String obstacle(GpuDevice device, GraphSize size) {
        return algorithm.gpu(config).obstacle(device, size);
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

    /** The off-heap memory that a run on {@code device}, or on the CPU when that is null, needs beyond the graph. */
    MemoryEstimate offHeap(GraphSize size, int workers, GpuDevice device) {
        return device == null
                ? algorithm.cpuEstimate(size, config, workers).offHeap()
                : algorithm.gpu(config).estimate(device, size).offHeap();
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
