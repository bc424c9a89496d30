package dev.motif.algorithm.group.list;

import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.BicliqueLocalGraph;
import dev.motif.algorithm.count.biclique.pivot.Leaf;
import dev.motif.algorithm.count.biclique.pivot.PivotGpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lists the (p,q)-bicliques of a graph, each once.
 *
 * <p>The vertices of the side from which an estimate finds less work are roots, the vertices of the other side mates,
 * as far as they are in the (p,q)-core. A set of roots is found from its first one in the order of degrees, and
 * extended by one later root at a time, as long as enough mates are common to all. A set of full size with {@code c}
 * common mates is in {@code C(c, mates)} bicliques, one for each choice of mates, which are made one after the other.
 *
 * <p>On a GPU the search uses pivots, like the one that counts bicliques (biclique_pivot.cu): its leaves also leave
 * roots to choose.
 *
 * <p>What a root shares with later ones is found when its turn comes, as bitmaps, in {@code O(sum of degrees of its
 * mates)} steps; then an intersection for each set of roots and each later candidate. Workers take roots, and share the
 * sets of roots that take long, while the bicliques are read. Memory: the core, 12 bytes a root, for each worker the
 * bitmaps and candidates of one root, and 8 MiB of sets that were found and are not read yet.
 *
 * <p>Source: Qiu et al., "Accelerating Biclique Counting on GPU", ICDE 2024, arXiv:2403.07858, Algorithm 1, for the
 * search; Yang, Peng and Zhang, "(p,q)-biclique counting and enumeration for large sparse bipartite graphs", PVLDB
 * 15(2), 2021, doi:10.14778/3489496.3489497, for the core and the lists.
 */
public final class BicliqueListAlgorithm implements Algorithm.OfBipartite<BicliqueListConfig, Bicliques> {
    private static final String WEIGHTS = "roots and their weights";
    private static final String NEIGHBORHOODS = "neighborhoods of a root, one set a worker";

    @Override
    public String name() {
        return "biclique.list";
    }

    @Override
    public List<String> stages(GraphSize size, BicliqueListConfig config) {
        return List.of(RootSets.STAGE);
    }

    /** Finds the core; bicliques are searched when they are asked for. The graph must stay open until then. */
    @Override
    public Bicliques cpu(BipartiteGraph graph, BicliqueListConfig config, Execution execution) {
        if (config.hasEmptySide()) {
            execution.workers().progress().begin(RootSets.STAGE, 0);
            int[] none = {};
            int[] lefts = config.p() == 0
                    ? none
                    : IntStream.range(0, graph.leftCount()).toArray();
            int[] rights = config.q() == 0
                    ? none
                    : IntStream.range(0, graph.rightCount()).toArray();
            return Bicliques.of(
                    new Leaf(none, lefts, none, rights),
                    config,
                    execution.workers().cancellation());
        }
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            OffHeapScope needed = building.own(new OffHeapScope(execution.memory()));
            BipartiteCore core = needed.own(RootSides.core(graph, config.counting(), execution))
                    .form();
            SearchSizes sizes = SearchSizes.of(config.counting(), Cores.side(core));
            RootSets sets = RootSets.of(core, sizes, execution, needed);
            building.keep(needed);
            return new Bicliques(sets, config, execution.workers().cancellation());
        }
    }

    /** A GPU finds the core when the search begins, and holds it until the result has been closed. */
    @Override
    public GpuVersion<BipartiteGraph, Bicliques> gpu(BicliqueListConfig config) {
        if (Math.min(config.p(), config.q()) < 2) {
            return GpuVersion.onCpu(this, config);
        }
        return new PivotGpu.Leaves(config.counting(), RootSets.STAGE)
                .followedBy(
                        (graph, execution, leaves) -> new Bicliques(
                                leaves, config, execution.workers().cancellation()),
                        (offHeap, size) -> offHeap);
    }

    @Override
    public String cpuSuffices(BicliqueListConfig config) {
        return "either backend finds bicliques faster than they are read";
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, BicliqueListConfig config, int concurrency) {
        if (config.hasEmptySide()) {
            long others = config.p() == 0 ? size.right() : size.left();
            return CpuEstimate.of(
                    MemoryEstimate.sum(name()), MemoryEstimate.of("vertices to choose from", others * Integer.BYTES));
        }
        long vertices = size.vertices();
        long edges = size.edges();
        long roots = Math.max(size.left(), size.right());
        // A root has only later ones of no smaller degree here: so its bitmaps have a bit for an edge, in both
        // directions.
        long bitmaps = 2 * (edges / Byte.SIZE + vertices * Long.BYTES);
        long ofOne = BicliqueLocalGraph.bytes(vertices)
                + bitmaps
                + BicliqueRootSearch.listBytes(Math.max(config.p(), config.q()), roots, roots);
        return estimate(
                MemoryEstimate.range("finding the core", 0, 2 * BipartiteCore.peakBytes(vertices, edges)),
                MemoryEstimate.range("core", 0, BipartiteCore.bytes(vertices, edges)),
                MemoryEstimate.range(WEIGHTS, 0, roots * (Long.BYTES + Integer.BYTES)),
                MemoryEstimate.range(NEIGHBORHOODS, 0, concurrency * ofOne));
    }

    /** Finds the core, whose size is what matters; takes no more memory than a run. */
    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, BicliqueListConfig config, Execution execution) {
        int concurrency = execution.workers().concurrency();
        if (config.hasEmptySide()) {
            return cpuEstimate(GraphSize.of(graph), config, concurrency);
        }
        try (DerivedGraphCache.Use<BipartiteCore> use = RootSides.core(graph, config.counting(), execution)) {
            BipartiteCore core = use.form();
            SearchSizes sizes = SearchSizes.of(config.counting(), Cores.side(core));
            return estimate(
                    MemoryEstimate.range(
                            "finding the core", core.peakBytes(graph), core.bytes() + core.peakBytes(graph)),
                    MemoryEstimate.of("core", core.bytes()),
                    MemoryEstimate.range(
                            WEIGHTS,
                            core.rootCount() * (long) Long.BYTES,
                            core.rootCount() * (long) (Long.BYTES + Integer.BYTES)),
                    MemoryEstimate.range(NEIGHBORHOODS, 0, concurrency * BicliqueRootSearch.mostBytes(core, sizes)));
        }
    }

    private CpuEstimate estimate(
            MemoryEstimate ordering, MemoryEstimate core, MemoryEstimate weights, MemoryEstimate search) {
        MemoryEstimate buffer = StreamingAlgorithm.unread("sets of roots");
        return CpuEstimate.of(
                MemoryEstimate.largest(name(), ordering, MemoryEstimate.sum("listing", core, weights, search, buffer)));
    }
}
