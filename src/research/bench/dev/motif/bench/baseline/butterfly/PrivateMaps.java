package dev.motif.bench.baseline.butterfly;

import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.baseline.butterfly.StartVertices.Sides;
import dev.motif.graph.BipartiteGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/**
 * BFC-WEDGE, Algorithm 1 of the paper of G-BFC: a thread takes a start vertex and has a map of its own, by the end of a
 * wedge; the number there is added to the butterflies before it is raised. So nothing is shared and nothing is locked.
 *
 * @param layer which side starts
 */
record PrivateMaps(Layer layer) implements ButterflyBaseline.Counting {
    enum Layer {
        /** As BFC-WEDGE chooses: the work is the smaller sum of squared degrees. */
        FEWER_WEDGES,
        /** As G-BFC chooses: the maps are the smaller ones. */
        FEWER_VERTICES
    }

    @Override
    public BigInteger count(BipartiteGraph graph, Execution execution) {
        Sides sides = layer == Layer.FEWER_WEDGES ? Sides.withFewerWedges(graph) : Sides.withFewerVertices(graph);
        int starts = sides.starts().vertexCount();
        return execution.time(
                Stage.COMPUTE,
                () -> StartVertices.sum(starts, execution.workers(), worker -> new Map(sides, starts)::countFrom));
    }

    /** The wedges of one start vertex by their end. */
    private static final class Map {
        private final Sides sides;
        private final int[] wedges;

        Map(Sides sides, int ends) {
            this.sides = sides;
            this.wedges = new int[ends];
        }

        void countFrom(int u, ExactSum sum, Workers.Group group) {
            long butterflies = 0;
            long endOfU = sides.starts().end(u);
            for (long i = sides.starts().start(u); i < endOfU && !group.stopped(); i++) {
                int v = sides.starts().neighbor(i);
                long endOfV = sides.middles().end(v);
                for (long j = sides.middles().firstSlotFrom(v, u + 1); j < endOfV; j++) {
                    butterflies += wedges[sides.middles().neighbor(j)]++;
                }
            }
            // Fewer than 2^31 numbers below 2^31 were added, so the sum has not wrapped.
            sum.add(butterflies);
            for (long i = sides.starts().start(u); i < endOfU; i++) {
                int v = sides.starts().neighbor(i);
                long endOfV = sides.middles().end(v);
                for (long j = sides.middles().firstSlotFrom(v, u + 1); j < endOfV; j++) {
                    wedges[sides.middles().neighbor(j)] = 0;
                }
            }
        }
    }
}
