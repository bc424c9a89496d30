package dev.motif.algorithm.count.wedge;

import dev.motif.backend.work.ExactSum;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/** Counts 4-cycles in total for one worker, by the wedges from start vertices to smaller ends. */
public final class TotalCounter {
    private final Csr starts;
    private final Csr middles;
    private final MiddleRows rows;
    private final EndCounts ends;
    private final Steps steps;
    private final ExactSum total = new ExactSum();

    /**
     * @param middles by middle its ends; the same as {@code starts} when all vertices are in one id space, and wedges end
     *     at vertices that are smaller than the middle too
     */
    TotalCounter(Csr starts, Csr middles, Steps steps, OffHeapScope scope) {
        this.starts = starts;
        this.steps = steps;
        this.middles = middles;
        this.rows = new MiddleRows(starts, middles);
        this.ends = new EndCounts(starts.vertexCount(), scope);
    }

    /** Makes a counter for each worker; the scope owns their arrays. */
    public static TotalCounter[] forWorkers(Csr starts, Csr middles, Workers workers, OffHeapScope scope) {
        TotalCounter[] counters = new TotalCounter[workers.concurrency()];
        Arrays.setAll(counters, worker -> new TotalCounter(starts, middles, new Steps(workers.cancellation()), scope));
        return counters;
    }

    public static ExactSum sum(TotalCounter[] counters) {
        ExactSum sum = new ExactSum();
        for (TotalCounter counter : counters) {
            sum.add(counter.total);
        }
        return sum;
    }

    /** Counts the cycles whose wedges start at {@code u}. */
    public void countFrom(int u) {
        ends.begin(starts.degree(u));
        long to = starts.end(u);
        int count;
        for (long from = starts.start(u); from < to; from += count) {
            count = rows.look(from, to);
            for (int row = 0; row < count; row++) {
                int limit = starts == middles ? Math.min(u, rows.vertex(row)) : u;
                total.add(pairs(rows.slot(row), rows.firstEnd(row), limit));
            }
        }
    }

    /** Adds the wedges of a row, in which {@code limit} or a greater vertex is; returns the pairs that they make. */
    private long pairs(long firstSlot, int firstEnd, int limit) {
        long pairs = 0;
        long slot = firstSlot;
        for (int w = firstEnd; w < limit; w = middles.neighbor(++slot)) {
            pairs += ends.add(w);
        }
        steps.add(1 + slot - firstSlot);
        return pairs;
    }
}
