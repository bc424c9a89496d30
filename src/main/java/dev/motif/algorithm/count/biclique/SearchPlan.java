package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.EnumerationCpu;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;

/**
 * How to search: the side to start from and the technique, chosen by their estimated costs. Estimating stops when it
 * has cost a tenth of the best search, or when the wedges of one side cost more than the whole search from the other.
 *
 * @param core the core, seen from the side to start from; the plan owns it
 * @param technique PIVOT; null when the sets of roots are enumerated
 * @param nodes the nodes of the search with pivots; 0 for others
 * @param words about the words that the search reads, see {@link SearchEstimate#words}; 0 when there was no choice
 */
record SearchPlan(BipartiteCore core, Technique technique, double nodes, double words)
        implements DerivedGraphCache.Form {
    /** The part of the cost of the best search that estimating may cost. */
    private static final double SHARE = 0.1;
    /** The walks from a side before its estimate is used. */
    private static final int FIRST_WALKS = 4;

    /** Tables are compared with enumeration from this many times {@link #CHEAP} on. */
    private static final double TIMES_CHEAP_TABLE = 64;

    /** The part of the cost of the best search that walks of an enumeration may cost. */
    private static final double WALKED = 0.01;

    /** The words that walks of an enumeration read at most, in a fraction of a second. */
    private static final double MOST_WALKED = 1 << 26;

    /** How many times the words that random walks expect of an enumeration it may read, when it is compared. */
    private static final double DOUBT = 2;

    /** The words that a search reads, in a fraction of a second, up to which it is not compared with enumeration. */
    static final double CHEAP = 1 << 26;

    /** The parameters of a plan; it also depends on the graph. */
    private record Variant(int minP, int p, int minQ, int q, Side side, boolean isFree) {}

    /** Whether sets may be enumerated: all of them, or some sizes of a table, or by walks that compare the cost. */
    boolean mayEnumerate() {
        return technique == null || words > CHEAP;
    }

    /**
     * The plan as a form of {@code graph}, see {@link NativeMemory#form}. The caller closes its use.
     *
     * @param config a configuration whose technique is AUTO or PIVOT
     */
    static DerivedGraphCache.Use<SearchPlan> form(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        Variant variant =
                new Variant(config.minP(), config.p(), config.minQ(), config.q(), config.side(), isFree(config));
        return execution
                .memory()
                .form(
                        new DerivedGraphCache.Key(graph, "search for bicliques", variant),
                        execution.workers().cancellation(),
                        () -> of(graph, config, execution));
    }

    /** Whether there are other techniques than pivots. */
    static boolean isFree(BicliqueConfig config) {
        return config.technique() == Technique.AUTO
                && (config.result() == Result.TOTAL || config.result() == Result.TABLE);
    }

    /**
     * Chooses how to search. The caller owns the plan.
     *
     * @param config a configuration whose technique is AUTO or PIVOT
     */
    static SearchPlan of(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        return of(graph, config, 0, CHEAP, execution);
    }

    /**
     * Chooses how to search, and estimates the cost even where there is no choice. The caller owns the plan.
     *
     * @param leastSpent the words that estimating costs at least, unless it runs out of walks; 0 for as few as a choice needs
     * @param cheap the words up to which a search is not compared with enumeration
     */
    static SearchPlan of(
            BipartiteGraph graph, BicliqueConfig config, double leastSpent, double cheap, Execution execution) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        workers.progress().begin("finding the core", 0);
        boolean isFree = isFree(config);
        if (config.side() != null && !isFree && leastSpent == 0) {
            return new SearchPlan(Cores.of(graph, config, config.side(), memory, workers), Technique.PIVOT, 0, 0);
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Side first = config.side() == null ? Side.LEFT : config.side();
            BipartiteCore core = scope.own(Cores.of(graph, config, first, memory, workers));
            BipartiteCore turned = config.side() == null ? scope.own(core.turned(memory, workers)) : null;
            workers.progress().begin("planning the search", 0);
            SearchPlan[] searched = new SearchPlan[1];
            workers.run(1, (worker, group) -> {
                Runnable check = SearchQueue.check(group);
                try (SearchCost cost = new SearchCost(core, config, memory, check, workers);
                        SearchCost ofTurned =
                                turned == null ? null : new SearchCost(turned, config, memory, check, workers)) {
                    estimate(cost, ofTurned, leastSpent);
                    searched[0] = cheapest(core, cost, turned, ofTurned);
                } catch (SearchQueue.Stopped e) {
                    return; // whoever stopped the group says why
                }
            });
            SearchPlan plan = searched[0];
            if (isFree && plan.words > cheap * (config.result() == Result.TABLE ? TIMES_CHEAP_TABLE : 1)) {
                plan = plan.orEnumeration(core, config, execution);
                plan = turned == null ? plan : plan.orEnumeration(turned, config, execution);
            }
            scope.keep(plan.core);
            return plan;
        }
    }

    /** Enumeration from the roots of {@code other} where that costs less, for sure or very likely, otherwise this plan. */
    private SearchPlan orEnumeration(BipartiteCore other, BicliqueConfig config, Execution execution) {
        SearchSizes sizes = SearchSizes.of(config, Cores.side(other));
        if (sizes.maxRoots() == 2) {
            return this;
        }
        EnumerationCpu sets = new EnumerationCpu(other, sizes, Deadline.NEVER, execution);
        double most = sets.mostWords();
        double likely = most < words ? most : Math.min(most, DOUBT * sets.words(Math.min(MOST_WALKED, WALKED * words)));
        return likely < words ? new SearchPlan(other, null, 0, likely) : this;
    }

    /**
     * Walks from both sides until the estimates are good enough.
     *
     * @param other the cost from the other side; null when the side is given
     */
    private static void estimate(SearchCost cost, SearchCost other, double leastSpent) {
        boolean isNarrow = other == null || cost.leastWords() <= other.leastWords();
        SearchCost narrow = isNarrow ? cost : other;
        SearchCost wide = isNarrow ? other : cost;
        walkFirst(narrow);
        if (wide != null) {
            if (leastSpent == 0 && narrow.words() <= wide.leastWords()) {
                return;
            }
            walkFirst(wide);
        }
        double spent;
        double best;
        do {
            spent = narrow.spent() + (wide == null ? 0 : wide.spent());
            best = wide == null ? narrow.words() : Math.min(narrow.words(), wide.words());
        } while (spent < Math.max(leastSpent, SHARE * best) && narrow.walk() && (wide == null || wide.walk()));
    }

    private static void walkFirst(SearchCost cost) {
        for (int i = 0; i < FIRST_WALKS; i++) {
            cost.walk();
        }
    }

    private static SearchPlan cheapest(BipartiteCore core, SearchCost cost, BipartiteCore turned, SearchCost ofTurned) {
        boolean turn = turned != null && ofTurned.words() < cost.words();
        return new SearchPlan(
                turn ? turned : core,
                Technique.PIVOT,
                (turn ? ofTurned : cost).nodes(),
                (turn ? ofTurned : cost).words());
    }

    @Override
    public long bytes() {
        return core.bytes();
    }

    @Override
    public void close() {
        core.close();
    }
}
