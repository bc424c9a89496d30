package dev.motif.spark;

import dev.motif.backend.Counts;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.TwoPathCounter;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.util.List;

/**
 * Counts the butterflies of a vertex and of its edges from its own wedges alone, so that some vertices of a side can be
 * counted without the others, and nothing has to be added up:
 *
 * <pre>{@code
 * B(u)   = sum over w != u of C(c(u,w), 2)
 * B(u,v) = sum over w in N(v) \ {u} of (c(u,w) - 1)
 * }</pre>
 *
 * <p>Work for all of a side: {@code O(sum of d(v)^2)} over the other side, which is more than by vertex priority. One
 * thread owns it.
 */
final class GatheredButterflies {
    private final Csr rows;
    private final Csr back;
    private final TwoPathCounter common;
    private int counted;

    /**
     * @param rows the neighbors of the vertices of the side to count for
     * @param back the neighbors of those neighbors
     * @param scope owns the counters, 8 bytes a vertex of the side
     */
    GatheredButterflies(Csr rows, Csr back, Cancellation cancellation, OffHeapScope scope) {
        this.rows = rows;
        this.back = back;
        this.common = new TwoPathCounter(rows, back, cancellation, scope);
    }

    /** Cuts the vertices of a side into at most {@code parts} ranges, with about the walks from them as weights. */
    static List<WorkRange> ranges(Csr rows, Csr back, int parts) {
        return WorkRange.cutTapered(rows, (u, v) -> back.degree(v), parts);
    }

    /**
     * Counts the butterflies of {@code u}.
     *
     * @throws ArithmeticException when there are 2^63 or more
     */
    long count(int u) {
        common.clear();
        common.countFrom(u, -1);
        counted = u;
        long butterflies = 0;
        for (int i = 0; i < common.endCount(); i++) {
            butterflies = Math.addExact(butterflies, Counts.pairs(common.paths(common.end(i))));
        }
        return butterflies;
    }

    /** The butterflies of the edge at {@code slot} of the vertex that was counted last. */
    long ofEdge(long slot) {
        int v = rows.neighbor(slot);
        long butterflies = 0;
        for (long other = back.start(v); other < back.end(v); other++) {
            int w = back.neighbor(other);
            if (w != counted) {
                butterflies += common.paths(w) - 1;
            }
        }
        return butterflies;
    }
}
