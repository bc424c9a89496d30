package dev.motif.algorithm.count.cycle;

import dev.motif.graph.DirectedGraph;
import dev.motif.graph.memory.OffHeapScope;

/** Lists the cycles that begin at a root and an arc of it. The state of one worker; its scope owns the memory. */
final class CycleLister extends RootedCycleSearch {
    private final Visitor visitor;
    private final int[] path;

    /** Receives a cycle. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param vertices the vertices in the direction of the cycle; an array that is used again
         * @param length how many there are
         */
        void visit(int[] vertices, int length);
    }

    CycleLister(DirectedGraph graph, CycleConfig config, boolean anyVertex, Visitor visitor, OffHeapScope scope) {
        super(graph, config, anyVertex, scope);
        this.visitor = visitor;
        this.path = new int[max];
    }

    @Override
    void searchFrom(long arc) {
        int first = successors.neighbor(arc);
        if (ball.allows(first, max - 1)) {
            path[0] = ball.root();
            extend(first, 1);
        }
    }

    /** Lists the cycles that begin with the path, to which {@code end} is added after {@code length} arcs. */
    private void extend(int end, int length) {
        path[length] = end;
        int distance = ball.visit(end);
        if (distance == 1 && length + 1 >= min) {
            visitor.visit(path, length + 1);
        }
        if (length + 1 < max) {
            long first = successors.start(end);
            long slot = successors.end(end) - 1;
            for (; slot >= first && successors.neighbor(slot) > ball.least(); slot--) {
                int next = successors.neighbor(slot);
                if (ball.allows(next, max - length - 1)) {
                    extend(next, length + 1);
                }
            }
            steps.add(successors.end(end) - slot);
        }
        ball.visitEnds(end, distance);
    }
}
