package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.pivot.PivotGpu;
import dev.motif.algorithm.count.biclique.sets.SetsGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import java.math.BigInteger;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Counts the bicliques of all sizes of a table on a GPU. One search for all sizes has a fraction of a second, or a quarter of the time
 * limit; most tables take less. Tables of small, dense graphs are then counted by sets, where that is estimated to be
 * cheap. Of others the small sizes come one by one, which take milliseconds each; then the rest by one search or one by
 * one, whichever is estimated to cost less. With a time limit all of these come one by one.
 */
final class BicliqueTableGpu extends BicliqueTable {
    /** How long one search for all sizes is tried. */
    private static final long FIRST_MILLIS = 200;

    /** The relationships for which the time limit grows by a millisecond: copying and ranking them takes that time. */
    private static final long EDGES_PER_MILLI = 1 << 14;

    /** Into how many parts the time that is left is divided, of which that search has one. */
    private static final int PARTS = 4;

    /** The most vertices on the smaller side of sizes that are counted one by one in any case. */
    private static final int MAX_SMALL = 3;

    /** The pairs that a GPU compares in a second or two, up to which sets are not compared with other searches. */
    private static final double CHEAP_PAIRS = 1L << 41;

    /** The pairs that a GPU compares in a second, about half of what is expected, so that a search ends in time. */
    private static final double PAIRS_PER_SECOND = 5e11;

    private final BiFunction<BicliqueConfig, Execution, BicliqueResult> search;
    private final Function<Execution, Sets> sets;
    private final Deadline first;

    /** Counting by sets. */
    interface Sets {
        /** About the pairs that are compared. */
        double pairs();

        /** See {@link SetsGpu#count}. */
        BigInteger[][] count();
    }

    /**
     * For tests: searches by {@code search}, and for all sizes at once until {@code first}.
     *
     * @param sets gives null where sets cannot be counted
     */
    BicliqueTableGpu(
            BipartiteGraph graph,
            BicliqueConfig config,
            Deadline deadline,
            Execution execution,
            BiFunction<BicliqueConfig, Execution, BicliqueResult> search,
            Function<Execution, Sets> sets,
            Deadline first) {
        super(graph, config, deadline, execution);
        this.search = search;
        this.sets = sets;
        this.first = first;
    }

    record Version(BicliqueConfig config) implements GpuVersion<BipartiteGraph, BicliqueResult> {
        private PivotGpu.Version atOnce() {
            return new PivotGpu.Version(config);
        }

        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return atOnce().obstacle(device, size);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            GpuEstimate search = atOnce().estimate(device, size);
            boolean countsSets = countsSets(device, size);
            long planning = Math.max(
                    new BicliqueAlgorithm()
                            .cpuEstimate(size, config, 1)
                            .offHeap()
                            .maxBytes(),
                    countsSets ? SetsGpu.offHeapBytes(size) : 0);
            return new GpuEstimate(
                    MemoryEstimate.sum(
                            search.offHeap().name(),
                            search.offHeap(),
                            MemoryEstimate.range("comparing searches, of large tables", 0, planning)),
                    search.heap(),
                    !countsSets
                            ? search.device()
                            : MemoryEstimate.largest(
                                    search.device().name(),
                                    search.device(),
                                    MemoryEstimate.range(
                                            "sets, of dense graphs", 0, SetsGpu.deviceBytes(device, size, config))));
        }

        private boolean countsSets(GpuDevice device, GraphSize size) {
            return isFree(config) && SetsGpu.canCount(device, size, config);
        }

        private Sets sets(BipartiteGraph graph, Execution limited, GpuDevice device) {
            if (!countsSets(device, GraphSize.of(graph))) {
                return null;
            }
            SetsGpu search = new SetsGpu(graph, config, limited, device);
            SetsGpu.Plan plan = search.plan();
            return new Sets() {
                @Override
                public double pairs() {
                    return plan.pairs();
                }

                @Override
                public BigInteger[][] count() {
                    return search.count(plan);
                }
            };
        }

        @Override
        public BicliqueResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            Deadline deadline = execution.deadline(config.timeoutMillis());
            long first = FIRST_MILLIS + graph.edgeCount() / EDGES_PER_MILLI;
            return new BicliqueTableGpu(
                            graph,
                            config,
                            deadline,
                            execution,
                            (sizes, limited) -> new PivotGpu.Version(sizes).run(graph, limited, device),
                            limited -> sets(graph, limited, device),
                            deadline.share(PARTS).atMost(first))
                    .count();
        }
    }

    @Override
    BicliqueResult search(BicliqueConfig sizes, Execution limited) {
        return search.apply(sizes, limited);
    }

    @Override
    void fill(Execution limited) {
        if (!isFree()) {
            count(config, limited);
        } else if (!countsAtOnce(limited) && !countsSets(limited)) {
            countRest(limited);
        }
    }

    /** Whether sets have counted all sizes, since that is cheap, or cheaper than one search with pivots. */
    private boolean countsSets(Execution limited) {
        Sets cheap = sets.apply(limited);
        if (cheap == null
                || !deadline.leaves(cheap.pairs() / PAIRS_PER_SECOND)
                || cheap.pairs() > CHEAP_PAIRS && cheap.pairs() > words(config, limited)) {
            return false;
        }
        BigInteger[][] found = cheap.count();
        for (int p = 2; p <= config.p(); p++) {
            for (int q = 2; q <= config.q(); q++) {
                table[p - 1][q - 1] = found[p - 1][q - 1];
            }
        }
        return true;
    }

    /** The words that the cheapest search for {@code sizes} is estimated to read. */
    private double words(BicliqueConfig sizes, Execution limited) {
        try (DerivedGraphCache.Use<SearchPlan> use =
                limited.time(Stage.PREPARE, () -> SearchPlan.form(graph, sizes, limited))) {
            return use.form().words();
        }
    }

    /** Whether one search has counted all sizes in its time. */
    private boolean countsAtOnce(Execution limited) {
        try {
            return first.limit(limited, brief -> count(config, brief));
        } catch (PivotGpu.TooManyKinds e) {
            return false;
        }
    }

    private void countRest(Execution limited) {
        boolean hasLarge = Math.min(config.p(), config.q()) > MAX_SMALL;
        BicliqueConfig large = hasLarge ? config.from(MAX_SMALL + 1, MAX_SMALL + 1) : null;
        for (BicliqueConfig cell : cells(config)) {
            if (!hasLarge || Math.min(cell.p(), cell.q()) <= MAX_SMALL) {
                count(cell, limited);
            }
        }
        if (hasLarge) {
            List<BicliqueConfig> left = isOneSearch(large, limited) ? List.of(large) : cells(large);
            left.forEach(sizes -> count(sizes, limited));
        }
    }

    private boolean isOneSearch(BicliqueConfig large, Execution limited) {
        if (deadline.timeoutMillis() > 0 || cells(large).size() == 1) {
            return false;
        }
        return costsLess(words(large, limited), large, limited);
    }
}
