package dev.motif.bench.baseline.butterfly;

import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.baseline.butterfly.StartVertices.Sides;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/**
 * BFC-WE as the paper of G-BFC describes it: for each wedge u-v-w every further neighbor x of w is looked up among the
 * neighbors of u by binary search. With {@code w} after {@code u} and {@code x} after {@code v} each butterfly is found
 * once. The side with fewer vertices starts.
 */
record ListIntersection() implements ButterflyBaseline.Counting {
    @Override
    public BigInteger count(BipartiteGraph graph, Execution execution) {
        Sides sides = Sides.withFewerVertices(graph);
        return execution.time(
                Stage.COMPUTE,
                () -> StartVertices.sum(
                        sides.starts().vertexCount(),
                        execution.workers(),
                        worker -> (u, sum, group) -> countFrom(sides, u, sum, group)));
    }

    private static void countFrom(Sides sides, int u, ExactSum sum, Workers.Group group) {
        Csr rows = sides.starts();
        Csr middles = sides.middles();
        for (long i = rows.start(u); i < rows.end(u); i++) {
            int v = rows.neighbor(i);
            long endOfV = middles.end(v);
            for (long j = middles.firstSlotFrom(v, u + 1); j < endOfV && !group.stopped(); j++) {
                int w = middles.neighbor(j);
                long found = 0;
                long endOfW = rows.end(w);
                for (long k = rows.firstSlotFrom(w, v + 1); k < endOfW; k++) {
                    found += rows.slotOf(u, rows.neighbor(k)) >= 0 ? 1 : 0;
                }
                sum.add(found);
            }
        }
    }
}
