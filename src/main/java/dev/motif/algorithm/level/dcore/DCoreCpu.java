package dev.motif.algorithm.level.dcore;

import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.DirectedGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelOrder;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;

/**
 * Finds the largest l of each vertex for one k: takes vertices away by ascending remaining out-degree, in a {@link PeelOrder},
 * and with each of them the vertices that it leaves with too few arcs to them.
 */
final class DCoreCpu {
    /** The name of the stage. */
    static final String STAGE = "finding cores";

    /** The in-core numbers, the out-core numbers, and the levels for k. */
    static final int RUNS = 3;

    /** Stands for a vertex that is not taken away yet; below all levels. */
    private static final int THERE = -2;

    private final Csr successors;
    private final Csr predecessors;
    private final int k;
    private final OffHeapInts levels;
    private final Steps steps;

    /** The arcs to each vertex that remain. */
    private final OffHeapInts in;

    /** The arcs from each vertex that remain. */
    private final OffHeapInts out;

    /** The vertices that are taken away, but whose neighbors do not know it yet; its capacity is the number of vertices. */
    private final OffHeapInts pending;

    private int pendingCount;

    private DCoreCpu(
            Csr successors,
            Csr predecessors,
            int k,
            OffHeapInts levels,
            Cancellation cancellation,
            OffHeapScope scope) {
        this.successors = successors;
        this.predecessors = predecessors;
        this.k = k;
        this.levels = levels;
        this.steps = new Steps(cancellation);
        this.in = scope.ints(levels.length());
        this.out = scope.ints(levels.length());
        this.pending = scope.ints(levels.length());
    }

    static DCoreResult find(DirectedGraph graph, int k, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapInts[] found = new OffHeapInts[RUNS];
            for (int run = 0; run < RUNS; run++) {
                found[run] = scope.ints(graph.vertexCount());
            }
            execution.workers().progress().begin(STAGE, RUNS);
            execution.workers().forRanges(RUNS, 1, (worker, from, to) -> {
                for (int run = (int) from; run < to; run++) {
                    try (OffHeapScope working = new OffHeapScope(execution.memory())) {
                        // The in-core numbers of a graph are the out-core numbers of the graph whose arcs are turned.
                        boolean turned = run == 0;
                        new DCoreCpu(
                                        turned ? graph.predecessors() : graph.successors(),
                                        turned ? graph.successors() : graph.predecessors(),
                                        run == 2 ? k : 0,
                                        found[run],
                                        execution.workers().cancellation(),
                                        working)
                                .find(working);
                    }
                    execution.workers().progress().advance(1);
                }
            });
            return new DCoreResult(k, scope.keep(found[0]), scope.keep(found[1]), scope.keep(found[2]));
        }
    }

    /** The off-heap bytes of one run beside its result, where no vertex has more arcs from it. */
    static long bytes(long vertices, long largest) {
        return 3 * vertices * Integer.BYTES + PeelOrder.bytes(vertices, largest);
    }

    private void find(OffHeapScope scope) {
        for (int v = 0; v < levels.length(); v++) {
            levels.set(v, THERE);
            in.set(v, (int) predecessors.degree(v));
            out.set(v, (int) successors.degree(v));
        }
        for (int v = 0; v < levels.length(); v++) {
            if (in.get(v) < k && isThere(v)) {
                take(v, DCoreResult.NONE);
                takePending(DCoreResult.NONE, null);
            }
        }
        PeelOrder order = new PeelOrder(out, successors.largestDegree(), scope);
        int level = 0;
        for (long place = 0; place < levels.length(); place++) {
            int v = order.vertices().get(place);
            if (isThere(v)) {
                level = Math.max(level, out.get(v));
                take(v, level);
                takePending(level, order);
            }
        }
    }

    private boolean isThere(int v) {
        return levels.get(v) == THERE;
    }

    private void take(int v, int level) {
        levels.set(v, level);
        pending.set(pendingCount++, v);
    }

    /**
     * Tells the neighbors of the vertices that are taken away, and takes away who has too few arcs then.
     *
     * @param order of the vertices, null before they are sorted
     */
    private void takePending(int level, PeelOrder order) {
        while (pendingCount > 0) {
            int v = pending.get(--pendingCount);
            for (long slot = successors.start(v); slot < successors.end(v); slot++) {
                int w = successors.neighbor(slot);
                if (isThere(w) && in.add(w, -1) <= k) {
                    take(w, level);
                }
            }
            for (long slot = predecessors.start(v); slot < predecessors.end(v); slot++) {
                int u = predecessors.neighbor(slot);
                // A vertex at the level or below it gets the level, whatever else it loses.
                if (isThere(u) && out.get(u) > level) {
                    if (order == null) {
                        out.add(u, -1);
                    } else {
                        order.lower(u);
                    }
                }
            }
            steps.add(1 + successors.degree(v) + predecessors.degree(v));
        }
    }
}
