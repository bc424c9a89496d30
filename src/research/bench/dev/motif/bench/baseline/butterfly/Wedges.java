package dev.motif.bench.baseline.butterfly;

import dev.motif.bench.baseline.butterfly.StartVertices.Sides;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicLong;

/** How many wedges the orders of G-BFC walk. */
public final class Wedges {
    private static final long VERTICES_PER_TASK = 1 << 10;

    private Wedges() {}

    /** Without edge direction: those with both ends on the side with fewer vertices. */
    public static long withoutDirection(BipartiteGraph graph) {
        return ofMiddles(Sides.withFewerVertices(graph).middles());
    }

    /** With the exact edge direction: those whose start ranks before their other two vertices. */
    public static long withDirection(BipartiteGraph graph, NativeMemory memory, Workers workers) {
        AtomicLong wedges = new AtomicLong();
        try (RankedGraph ranked = RankedGraph.of(graph, memory, workers)) {
            Csr rows = ranked.adjacency();
            workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
                long sum = 0;
                for (int u = (int) from; u < to; u++) {
                    for (long slot = rows.firstSlotFrom(u, u + 1); slot < rows.end(u); slot++) {
                        int v = rows.neighbor(slot);
                        sum += rows.end(v) - rows.firstSlotFrom(v, u + 1);
                    }
                }
                wedges.addAndGet(sum);
            });
        }
        return wedges.get();
    }

    /** The pairs of neighbors of all vertices of a side, which are in the middle. */
    static long ofMiddles(Csr middles) {
        long wedges = 0;
        for (int v = 0; v < middles.vertexCount(); v++) {
            long degree = middles.degree(v);
            wedges = Math.addExact(wedges, degree * (degree - 1) / 2);
        }
        return wedges;
    }
}
