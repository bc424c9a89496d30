package dev.motif.algorithm.count.cycle;

import dev.motif.graph.Csr;
import dev.motif.graph.DirectedGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;

/**
 * Searches cycles from a root, by the arcs with which they begin. The other vertices are greater than the root, so that
 * each cycle is met once, unless only cycles through one root are wanted. The state of one worker; its scope owns the
 * memory.
 */
abstract class RootedCycleSearch {
    final Csr successors;
    final CycleBall ball;
    final int min;
    final int max;
    private final boolean anyVertex;

    /** Counts the steps of the task that runs. */
    Steps steps;

    /** @param anyVertex whether the other vertices may be less than the root */
    RootedCycleSearch(DirectedGraph graph, CycleConfig config, boolean anyVertex, OffHeapScope scope) {
        this.successors = graph.successors();
        this.ball = new CycleBall(graph, config.maxLength(), scope);
        this.min = config.minLength();
        this.max = config.maxLength();
        this.anyVertex = anyVertex;
    }

    /** Searches the cycles that begin with the arcs of these slots. */
    final void search(long from, long to, Steps counted) {
        steps = counted;
        int root = successors.vertexOf(from);
        for (long slot = from; slot < to; root++) {
            long end = Math.min(to, successors.end(root));
            long first = anyVertex ? slot : Math.max(slot, successors.firstSlotFrom(root, root + 1));
            if (first < end) {
                enter(root);
                for (long arc = first; arc < end && !ball.isEmpty(); arc++) {
                    searchFrom(arc);
                }
            }
            slot = end;
        }
    }

    private void enter(int root) {
        if (ball.root() != root) {
            finish(steps);
            ball.enter(root, anyVertex ? -1 : root, steps);
        }
    }

    /** Searches the cycles that begin with an arc of the root. */
    abstract void searchFrom(long arc);

    /** Ends with the current root, if there is one. */
    void finish(Steps counted) {
        ball.leave();
    }
}
