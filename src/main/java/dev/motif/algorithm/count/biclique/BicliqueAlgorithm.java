package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.model.Stars;
import dev.motif.algorithm.count.biclique.pivot.BicliqueLocalGraph;
import dev.motif.algorithm.count.biclique.pivot.EnumerationCpu;
import dev.motif.algorithm.count.biclique.pivot.EnumerationSearch;
import dev.motif.algorithm.count.biclique.pivot.PivotCpu;
import dev.motif.algorithm.count.biclique.pivot.PivotGpu;
import dev.motif.algorithm.count.biclique.pivot.PivotSearch;
import dev.motif.backend.Algorithm;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.order.BipartiteCore;
import java.util.List;

/**
 * Counting (p,q)-bicliques.
 *
 * <p>A (p,q)-biclique is {@code p} left and {@code q} right vertices with all {@code p * q} edges between them. With
 * {@code N(X)} the common neighbors of the vertices in {@code X},
 *
 * <pre>{@code
 * B      = sum over sets X of p left vertices of C(|N(X)|, q)         (the same from the right side)
 * B(u)   = sum over those sets X with u in X of C(|N(X)|, q)           bicliques with the left vertex u
 * B(u,v) = sum over those sets X with u in X and v in N(X) of C(|N(X)|-1, q-1)
 * }</pre>
 *
 * <p>so the {@code B(u)} of the left side add up to {@code pB}, the {@code B(v)} of the right side to {@code qB}, and
 * the {@code B(u,v)} to {@code pqB}.
 *
 * <p>Counted once: when {@code p} or {@code q} is 1, bicliques are stars, which are counted by degree. Otherwise
 * vertices of too small a degree are taken away first, which leaves the (p,q)-core. The vertices of one side are called
 * roots, the vertices of the other side mates. A biclique is found from its first root, in the order of degrees. From
 * there {@link PivotSearch} splits the bicliques by a pivot, and counts the bicliques of each leaf of the search by
 * binomial coefficients; {@link EnumerationCpu} tries the sets {@code X} one after
 * another, or sets of the other side where these are fewer.
 *
 * <p>Work: {@code O(sum over mates v of d(v)^2)} wedges to find the neighborhoods of the roots. The search in them is
 * exponential in the worst case; with pivots the exponent is the number of vertices that are not adjacent to each
 * other, which is small as a rule. Memory: two copies of the core, and bitmaps of one neighborhood per worker, to which
 * an enumeration adds bitmaps of the nodes on its way down.
 *
 * <p>Requires a simple bipartite graph with fewer than 2^31 vertices on each side.
 *
 * <p>Sources: Ye, Li, Dai, Chen and Wang, "Efficient Biclique Counting in Large Bipartite Graphs", SIGMOD 2023,
 * doi:10.1145/3588932, count by pivots. Yang, Peng and Zhang, "(p,q)-biclique counting and enumeration for large sparse
 * bipartite graphs", PVLDB 15(2), 2021, doi:10.14778/3489496.3489497, introduce the problem.
 */
public final class BicliqueAlgorithm
        implements DivisibleAlgorithm<BipartiteGraph, BicliqueConfig, BicliqueResult>,
                Algorithm.OfBipartite<BicliqueConfig, BicliqueResult> {
    /** One of the sides has two vertices at most. Measured, see docs/benchmarks/auto.md; so are the other costs. */
    private static final RunCost COST_OF_PAIRS = new RunCost(
            new RunCost.Part(96_000, 17, 4.4, 0.6), new RunCost.Part(11, 0, 67, 0.1), new RunCost.Part(47, 0, 110, 0));

    /** Larger bicliques of one size. */
    private static final RunCost COST_OF_ONE_SIZE = new RunCost(
            new RunCost.Part(130_000, 0, 28, 4), new RunCost.Part(7, 0, 36, 3.5), new RunCost.Part(48, 18, 110, 0));

    /** All sizes. */
    private static final RunCost COST_OF_TABLE = new RunCost(
            new RunCost.Part(110_000, 0, 41, 4.4), new RunCost.Part(80, 50, 120, 70), new RunCost.Part(27, 0, 140, 8));

    @Override
    public String name() {
        return "biclique.count";
    }

    @Override
    public List<String> stages(GraphSize size, BicliqueConfig config) {
        return List.of(config.starsAlone() ? Stars.STAGE : PivotCpu.STAGE);
    }

    @Override
    public BicliqueResult cpu(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        return config.result() == BicliqueConfig.Result.TABLE && !config.starsAlone()
                ? new BicliqueTableCpu(graph, config, execution.deadline(config.timeoutMillis()), execution).count()
                : execution.inTime(
                        config.timeoutMillis(),
                        timed -> new BicliqueCpu(graph, config, timed.deadline(), timed).count());
    }

    @Override
    public Division<BicliqueConfig> divide(
            BipartiteGraph graph, BicliqueConfig config, int parts, Execution execution) {
        BicliqueConfig pivots = config.with(BicliqueConfig.Technique.PIVOT);
        return execution.inTime(
                config.timeoutMillis(), timed -> new BicliqueCpu(graph, pivots, timed.deadline(), timed).divide(parts));
    }

    @Override
    public BicliqueResult cpu(
            BipartiteGraph graph, BicliqueConfig config, List<WorkRange> ranges, Execution execution) {
        BicliqueConfig pivots = config.with(BicliqueConfig.Technique.PIVOT);
        return execution.inTime(
                config.timeoutMillis(),
                timed -> new BicliqueCpu(graph, pivots, ranges, timed.deadline(), timed).count());
    }

    @Override
    public GpuVersion<BipartiteGraph, BicliqueResult> gpu(BicliqueConfig config) {
        if (config.starsAlone()) {
            // They need no search.
            return GpuVersion.onCpu(this, config);
        }
        return config.result() == BicliqueConfig.Result.TABLE
                ? new BicliqueTableGpu.Version(config)
                : new PivotGpu.Version(config);
    }

    @Override
    public RunCost cost(BicliqueConfig config) {
        if (config.result() == BicliqueConfig.Result.TABLE) {
            return COST_OF_TABLE;
        }
        return Math.min(config.p(), config.q()) <= 2 ? COST_OF_PAIRS : COST_OF_ONE_SIZE;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, BicliqueConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        MemoryEstimate result = MemoryEstimate.of("result", BicliqueResult.bytes(size, config));
        if (config.starsAlone()) {
            return CpuEstimate.of(MemoryEstimate.sum(name(), result));
        }
        long cores = config.side() == null ? 2 : 1;
        MemoryEstimate coreOf = MemoryEstimate.sum(
                "finding the core",
                MemoryEstimate.range("copies of the core", 0, cores * BipartiteCore.peakBytes(vertices, edges)),
                MemoryEstimate.range("walks that choose the side", 0, 2 * searchBytes(size, config)));
        MemoryEstimate search = MemoryEstimate.sum(
                "searching",
                MemoryEstimate.range("core", 0, BipartiteCore.bytes(vertices, edges)),
                MemoryEstimate.range("order of the roots", 0, vertices * (Long.BYTES + Integer.BYTES)),
                MemoryEstimate.range(
                        "neighborhoods, one a worker, as the degrees are", 0, concurrency * searchBytes(size, config)),
                MemoryEstimate.range("counts in the core", 0, BicliqueResult.bytes(size, config)),
                result);
        return CpuEstimate.of(MemoryEstimate.largest(name(), coreOf, search));
    }

    /** Finds the core, whose size is what matters, and plans the search; takes no more memory than a run. */
    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        int concurrency = execution.workers().concurrency();
        if (config.starsAlone()) {
            return cpuEstimate(size, config, concurrency);
        }
        boolean mayEnumerate = mayEnumerate(graph, config, execution);
        Side side = config.side() == null ? Side.LEFT : config.side();
        try (BipartiteCore core = Cores.of(graph, config, side, execution.memory(), execution.workers())) {
            GraphSize inCore = new GraphSize(
                    core.rootCount(), core.mateCount(), core.roots().slotCount());
            long bitmaps = bitmapBytes(core, config, mayEnumerate);
            if (config.side() == null) {
                try (BipartiteCore turned = core.turned(execution.memory(), execution.workers())) {
                    bitmaps = Math.max(bitmaps, bitmapBytes(turned, config, mayEnumerate));
                }
            }
            return cpuEstimate(size, inCore, bitmaps, config, concurrency);
        }
    }

    /** Whether planning compares pivots with enumeration, which takes bitmaps of its own. */
    private static boolean mayEnumerate(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        if (!SearchPlan.isFree(config)) {
            return false;
        }
        try (SearchPlan plan = SearchPlan.of(graph, config, execution)) {
            return plan.mayEnumerate();
        }
    }

    /** The most bytes of the bitmaps of one worker. */
    private static long bitmapBytes(BipartiteCore core, BicliqueConfig config, boolean mayEnumerate) {
        SearchSizes sizes = SearchSizes.of(config, Cores.side(core));
        return BicliqueLocalGraph.largestBitmapBytes(core, sizes)
                + (mayEnumerate ? EnumerationSearch.mostBytes(core, sizes) : 0);
    }

    private CpuEstimate cpuEstimate(
            GraphSize size, GraphSize core, long bitmapBytes, BicliqueConfig config, int concurrency) {
        long worker = BicliqueLocalGraph.bytes(core.vertices());
        long coreBytes = BipartiteCore.bytes(core.vertices(), core.edges());
        MemoryEstimate result = MemoryEstimate.of("result", BicliqueResult.bytes(size, config));
        return CpuEstimate.of(MemoryEstimate.largest(
                name(),
                MemoryEstimate.of(
                        "finding the core", BipartiteCore.peakBytes(size.vertices(), core.vertices(), core.edges())),
                MemoryEstimate.sum(
                        "searching",
                        MemoryEstimate.of("core", coreBytes),
                        MemoryEstimate.of("order of the roots", core.vertices() * (Long.BYTES + Integer.BYTES)),
                        MemoryEstimate.range(
                                "neighborhoods, one a worker", worker, concurrency * (worker + bitmapBytes)),
                        MemoryEstimate.of("counts in the core", BicliqueResult.bytes(core, config)),
                        result)));
    }

    /** The most bytes of one worker: each candidate has at least the edges that a biclique gives it. */
    private static long searchBytes(GraphSize size, BicliqueConfig config) {
        long left = Math.min(size.left(), size.edges() / config.minQ());
        long right = Math.min(size.right(), size.edges() / config.minP());
        double bits = 4.0 * (left + Long.SIZE) * (right + Long.SIZE);
        double ofNodes = SearchPlan.isFree(config)
                ? (double) EnumerationSearch.nodes(SearchSizes.of(config, Side.LEFT))
                        * EnumerationSearch.nodeBytes(left, right)
                : 0;
        return BicliqueLocalGraph.bytes(size.vertices())
                + (long) Math.min(bits / Byte.SIZE + ofNodes, MAX_BITMAP_BYTES);
    }

    /** A number of bytes that no machine has. */
    private static final double MAX_BITMAP_BYTES = 1L << 50;
}
