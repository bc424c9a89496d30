package dev.motif.algorithm.similar.clustering;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.TwoPathCounter;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * Local clustering coefficients of the vertices of a bipartite graph.
 *
 * <pre>{@code
 * DOT, MIN, MAX  cc(v) = mean over the u with a common neighbor of |N(u) intersected with N(v)| / w(u,v)
 *                        with w(u,v) = |N(u) united with N(v)|, min(d(u), d(v)) or max(d(u), d(v))
 * SQUARE         cc(v) = B(v) / ((d(v) - 1) * sum over the u in N(v) of (d(u) - 1) - B(v))
 *                        with B(v) the butterflies of v
 * }</pre>
 *
 * <p>In the denominator of SQUARE two neighbors of v, with their d(u) - 1 and d(w) - 1 other neighbors, could be in
 * that number of squares with v if each of these was a neighbor of both, with common neighbors counted once. A vertex
 * for which a denominator is 0, or that has nobody in common with another, has coefficient 0.
 *
 * <p>DOT, MIN and MAX take a step for each path of two edges, {@code O(sum over v of d(v)^2)} of the other side, and 8
 * bytes a vertex and worker. SQUARE takes counting butterflies by vertex, on the CPU or on a GPU, and a pass over the
 * edges.
 *
 * <p>Sources: Latapy, Magnien and Del Vecchio, "Basic notions for the analysis of large two-mode networks", Social
 * Networks 30(1), 2008, doi:10.1016/j.socnet.2007.04.006, for DOT, MIN and MAX. Lind, Gonzalez and Herrmann, "Cycles
 * and clustering in bipartite networks", Physical Review E 72, 2005, doi:10.1103/PhysRevE.72.056127, and Zhang et al.,
 * "Clustering coefficient and community structure of bipartite networks", Physica A 387, 2008,
 * doi:10.1016/j.physa.2008.09.006, for SQUARE, as in NetworkX.
 */
public final class ClusteringAlgorithm implements Algorithm.OfBipartite<ClusteringConfig, ClusteringResult> {
    private static final String STAGE = "counting paths";
    private static final long VERTICES_PER_TASK = 16;

    private static final ButterflyAlgorithm BUTTERFLIES = new ButterflyAlgorithm();
    private static final ButterflyConfig BY_VERTEX = new ButterflyConfig(true, false);

    @Override
    public String name() {
        return "clustering";
    }

    @Override
    public List<String> stages(GraphSize size, ClusteringConfig config) {
        return isSquare(config) ? BUTTERFLIES.stages(size, BY_VERTEX) : List.of(STAGE);
    }

    @Override
    public ClusteringResult cpu(BipartiteGraph graph, ClusteringConfig config, Execution execution) {
        return isSquare(config)
                ? squares(graph, config, execution, BUTTERFLIES.cpu(graph, BY_VERTEX, execution))
                : execution.time(Stage.COMPUTE, () -> byPairs(graph, config, execution));
    }

    @Override
    public GpuVersion<BipartiteGraph, ClusteringResult> gpu(ClusteringConfig config) {
        return isSquare(config)
                ? BUTTERFLIES
                        .gpu(BY_VERTEX)
                        .followedBy(
                                (graph, execution, counts) -> squares(graph, config, execution, counts),
                                (counting, size) -> withResult(counting, size, config))
                : null;
    }

    /** On a GPU, or in another process, only the butterflies are counted. */
    @Override
    public ClusteringResult run(
            Backend.Choice choice, BipartiteGraph graph, ClusteringConfig config, Execution execution) {
        return isSquare(config)
                ? squares(graph, config, execution, BUTTERFLIES.run(choice, graph, BY_VERTEX, execution))
                : cpu(graph, config, execution);
    }

    @Override
    public RunCost cost(ClusteringConfig config) {
        return isSquare(config) ? BUTTERFLIES.cost(BY_VERTEX) : null;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, ClusteringConfig config, int concurrency) {
        if (isSquare(config)) {
            CpuEstimate counting = BUTTERFLIES.cpuEstimate(size, BY_VERTEX, concurrency);
            return new CpuEstimate(withResult(counting.offHeap(), size, config), counting.heap());
        }
        long largest =
                Math.max(config.includes(Side.LEFT) ? size.left() : 0, config.includes(Side.RIGHT) ? size.right() : 0);
        MemoryEstimate counters =
                MemoryEstimate.of("counters of paths, one set a worker", concurrency * TwoPathCounter.bytes(largest));
        return CpuEstimate.of(withResult(counters, size, config));
    }

    private MemoryEstimate withResult(MemoryEstimate counting, GraphSize size, ClusteringConfig config) {
        long vertices =
                (config.includes(Side.LEFT) ? size.left() : 0) + (config.includes(Side.RIGHT) ? size.right() : 0);
        return MemoryEstimate.sum(name(), counting, MemoryEstimate.of("result", vertices * Long.BYTES));
    }

    private static boolean isSquare(ClusteringConfig config) {
        return config.mode() == ClusteringMode.SQUARE;
    }

    /** Computes one value for each vertex of a side. */
    @FunctionalInterface
    private interface OfSide {
        void fill(Side side, Csr rows, Csr back, OffHeapLongs values);
    }

    private static ClusteringResult result(
            BipartiteGraph graph, ClusteringConfig config, Execution execution, OfSide ofSide) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs left = config.includes(Side.LEFT) ? scope.longs(graph.leftCount()) : null;
            OffHeapLongs right = config.includes(Side.RIGHT) ? scope.longs(graph.rightCount()) : null;
            if (left != null) {
                ofSide.fill(Side.LEFT, graph.left(), graph.right(), left);
            }
            if (right != null) {
                ofSide.fill(Side.RIGHT, graph.right(), graph.left(), right);
            }
            scope.keep(left);
            scope.keep(right);
            return new ClusteringResult(left, right);
        }
    }

    private static ClusteringResult byPairs(BipartiteGraph graph, ClusteringConfig config, Execution execution) {
        Workers workers = execution.workers();
        workers.progress()
                .begin(
                        STAGE,
                        (config.includes(Side.LEFT) ? graph.leftCount() : 0L)
                                + (config.includes(Side.RIGHT) ? graph.rightCount() : 0));
        return result(graph, config, execution, (side, rows, back, values) -> {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                TwoPathCounter[] counters = new TwoPathCounter[workers.concurrency()];
                Arrays.setAll(counters, worker -> new TwoPathCounter(rows, back, workers.cancellation(), scope));
                workers.forEach(rows.vertexCount(), VERTICES_PER_TASK, (worker, v) -> {
                    double coefficient = meanOver(rows, (int) v, counters[worker], config.mode());
                    values.set(v, Double.doubleToRawLongBits(coefficient));
                });
            }
        });
    }

    private static double meanOver(Csr rows, int v, TwoPathCounter paths, ClusteringMode mode) {
        paths.countFrom(v, -1);
        double sum = 0;
        for (int i = 0; i < paths.endCount(); i++) {
            int u = paths.end(i);
            sum += mode.of(paths.paths(u), rows.degree(u), rows.degree(v));
        }
        double mean = sum == 0 ? 0 : sum / paths.endCount();
        paths.clear();
        return mean;
    }

    /** @param counts by vertex; closed */
    private static ClusteringResult squares(
            BipartiteGraph graph, ClusteringConfig config, Execution execution, ButterflyResult counts) {
        try (counts) {
            return execution.time(
                    Stage.COMPUTE,
                    () -> result(graph, config, execution, (side, rows, back, values) -> {
                        OffHeapLongs butterflies = side == Side.LEFT ? counts.left() : counts.right();
                        execution
                                .workers()
                                .forRanges(rows.vertexCount(), VERTICES_PER_TASK << 6, (worker, from, to) -> {
                                    for (int v = (int) from; v < to; v++) {
                                        values.set(
                                                v,
                                                Double.doubleToRawLongBits(square(rows, back, v, butterflies.get(v))));
                                    }
                                });
                    }));
        }
    }

    private static double square(Csr rows, Csr back, int v, long butterflies) {
        long others = rows.pathsFrom(v, back) - rows.degree(v);
        double possible = (double) (rows.degree(v) - 1) * others - butterflies;
        return butterflies == 0 ? 0 : butterflies / possible;
    }
}
