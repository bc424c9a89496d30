package dev.motif.algorithm.level.alphabeta;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelOrder;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the largest beta of each vertex for one alpha: takes right vertices away by ascending remaining degree, in a
 * {@link PeelOrder}.
 */
final class AlphaBetaCoreCpu {
    /** The name of the stage. */
    static final String STAGE = "finding cores";

    private final Csr rows;
    private final Csr columns;
    private final int alpha;
    private final Steps steps;

    /** The remaining degree of each left vertex; 0 for those that are taken away. */
    private final OffHeapInts leftDegrees;

    /** The remaining degree of each right vertex that is not taken away; then its beta. */
    private final OffHeapInts rightBetas;

    /** The beta of each left vertex that is taken away. */
    private final OffHeapInts leftBetas;

    private PeelOrder order;

    private AlphaBetaCoreCpu(
            BipartiteGraph graph,
            int alpha,
            OffHeapInts leftBetas,
            OffHeapInts rightBetas,
            Cancellation cancellation,
            OffHeapScope scope) {
        this.rows = graph.left();
        this.columns = graph.right();
        this.alpha = alpha;
        this.steps = new Steps(cancellation);
        this.leftBetas = leftBetas;
        this.rightBetas = rightBetas;
        this.leftDegrees = scope.ints(rows.vertexCount());
    }

    static AlphaBetaCoreResult find(BipartiteGraph graph, List<Integer> alphas, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            List<OffHeapInts> left = new ArrayList<>();
            List<OffHeapInts> right = new ArrayList<>();
            for (int i = 0; i < alphas.size(); i++) {
                left.add(scope.ints(graph.leftCount()));
                right.add(scope.ints(graph.rightCount()));
            }
            execution.workers().progress().begin(STAGE, alphas.size());
            execution.workers().forRanges(alphas.size(), 1, (worker, from, to) -> {
                try (OffHeapScope working = new OffHeapScope(execution.memory())) {
                    int i = (int) from;
                    Cancellation cancellation = execution.workers().cancellation();
                    new AlphaBetaCoreCpu(graph, alphas.get(i), left.get(i), right.get(i), cancellation, working)
                            .find(working);
                    execution.workers().progress().advance(1);
                }
            });
            left.forEach(scope::keep);
            right.forEach(scope::keep);
            return new AlphaBetaCoreResult(alphas, List.copyOf(left), List.copyOf(right));
        }
    }

    /** The off-heap bytes of one alpha beside its result, where all right vertices have small degrees. */
    static long leastBytes(GraphSize size) {
        return size.left() * Integer.BYTES + PeelOrder.bytes(size.right(), 0);
    }

    /** The off-heap bytes of one alpha beside its result: a right vertex has no more neighbors than there are. */
    static long mostBytes(GraphSize size) {
        return size.left() * Integer.BYTES + PeelOrder.bytes(size.right(), Math.min(size.left(), size.edges()));
    }

    private void find(OffHeapScope scope) {
        for (int v = 0; v < columns.vertexCount(); v++) {
            rightBetas.set(v, (int) columns.degree(v));
        }
        for (int u = 0; u < rows.vertexCount(); u++) {
            leftBetas.set(u, 0);
            boolean kept = rows.degree(u) >= alpha;
            leftDegrees.set(u, kept ? (int) rows.degree(u) : 0);
            if (!kept) {
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    rightBetas.add(rows.neighbor(slot), -1);
                }
                steps.add(1 + rows.degree(u));
            }
        }
        order = new PeelOrder(rightBetas, columns.largestDegree(), scope);
        for (long place = 0; place < rightBetas.length(); place++) {
            take(order.vertices().get(place));
        }
    }

    /** Takes a right vertex of the smallest remaining degree away, and the left vertices that it leaves with too few. */
    private void take(int v) {
        int beta = rightBetas.get(v);
        steps.add(1 + columns.degree(v));
        for (long slot = columns.start(v); slot < columns.end(v); slot++) {
            int u = columns.neighbor(slot);
            int degree = leftDegrees.get(u);
            if (degree == alpha) {
                leftDegrees.set(u, 0);
                leftBetas.set(u, beta);
                lowerNeighbors(u, beta);
            } else if (degree > 0) {
                leftDegrees.set(u, degree - 1);
            }
        }
    }

    /** Vertices at the current degree or below keep it: their betas are known, or will be the beta of this vertex. */
    private void lowerNeighbors(int u, int beta) {
        steps.add(1 + rows.degree(u));
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            int w = rows.neighbor(slot);
            if (rightBetas.get(w) > beta) {
                order.lower(w);
            }
        }
    }
}
