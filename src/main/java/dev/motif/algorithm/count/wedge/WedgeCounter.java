package dev.motif.algorithm.count.wedge;

import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Counts the wedges u-v-w from one start vertex {@code u} at a time by their end {@code w}. One worker owns it.
 *
 * <p>After a walk, {@link #common} gives the count of each end; {@link #clear} must follow before the next walk.
 */
public final class WedgeCounter {
    private static final double MOST = 0x1p50;

    private final Csr rows;
    private final MiddleRows middles;
    private final OffHeapInts wedges;
    private final OffHeapInts ends;
    private final Steps steps;
    private long endCount;

    /**
     * Makes a counter for the vertices of {@code rows}.
     *
     * @param rows symmetric
     * @param steps counts the steps of its worker
     * @param scope owns the arrays, 8 bytes per vertex and 4
     */
    public WedgeCounter(Csr rows, Steps steps, OffHeapScope scope) {
        this.rows = rows;
        this.steps = steps;
        this.middles = new MiddleRows(rows, rows);
        this.wedges = scope.zeroedInts(rows.vertexCount());
        this.ends = scope.ints(rows.vertexCount() + 1L);
    }

    /** Makes a counter for each worker; the scope owns their arrays. */
    public static WedgeCounter[] forWorkers(Workers workers, Csr rows, OffHeapScope scope) {
        WedgeCounter[] counters = new WedgeCounter[workers.concurrency()];
        Arrays.setAll(counters, worker -> new WedgeCounter(rows, new Steps(workers.cancellation()), scope));
        return counters;
    }

    public static long bytes(long vertices, int workers) {
        return (2 * vertices + 1) * Integer.BYTES * workers;
    }

    /**
     * The most wedges u-v-w with ends that rank before their other two vertices, and share two neighbors or more. Such a
     * wedge has d(w) >= d(v), and there are E/d(v) such {@code w} or fewer: at most min(d(v), E/d(v)) wedges for each edge
     * u-v. And at most one for each pair of neighbors of {@code v}. No more than any machine could hold.
     */
    public static long mostInBlooms(GraphSize size) {
        double root = Math.sqrt(size.edges());
        double ends = Math.min(root, size.left() / 2.0) + Math.min(root, size.right() / 2.0);
        return (long) Math.min(MOST, Math.ceil(ends * size.edges()));
    }

    /** Counts the wedges whose end ranks before their other two vertices. Returns the number of ends. */
    public long walkToFirst(int u) {
        long found = 0;
        long to = rows.end(u);
        int count;
        for (long from = rows.start(u); from < to; from += count) {
            count = middles.look(from, to);
            for (int row = 0; row < count; row++) {
                int limit = Math.min(u, middles.vertex(row));
                long slot = middles.slot(row);
                for (int w = middles.firstEnd(row); w < limit; w = rows.neighbor(++slot)) {
                    if (wedges.add(w, 1) == 0) {
                        ends.set(found++, w);
                    }
                }
                steps.add(1 + slot - middles.slot(row));
            }
        }
        endCount = found;
        return found;
    }

    /** Counts the steps of the worker. */
    public Steps steps() {
        return steps;
    }

    /** Leaves a vertex out of the ends of all later walks by {@link #walkToAll}. */
    public void leaveOut(int w) {
        wedges.set(w, -1);
    }

    /**
     * Counts all wedges, including those that end at {@code u} itself unless it was left out. Returns the number of ends. A
     * branch could not be predicted, so there is none, as in {@link #forgetSingles}.
     */
    public long walkToAll(int u) {
        long found = 0;
        long endOfU = rows.end(u);
        for (long i = rows.start(u); i < endOfU; i++) {
            int v = rows.neighbor(i);
            long endOfV = rows.end(v);
            for (long j = rows.start(v); j < endOfV; j++) {
                int w = rows.neighbor(j);
                int common = wedges.get(w);
                wedges.set(w, common + (~common >>> Integer.SIZE - 1));
                ends.set(found, w);
                found += common == 0 ? 1 : 0;
            }
            steps.add(endOfV - rows.start(v));
        }
        endCount = found;
        return found;
    }

    /** Forgets the ends with one wedge of the current walk. Returns the number of the others. */
    public long forgetSingles() {
        long kept = 0;
        for (long i = 0; i < endCount; i++) {
            int w = ends.get(i);
            int common = wedges.get(w);
            int several = 1 - common >>> Integer.SIZE - 1;
            wedges.set(w, common & -several);
            ends.set(kept, w);
            kept += several;
        }
        endCount = kept;
        return kept;
    }

    /** The {@code i}-th end of the current walk, from 0; ends are in no order. */
    public int end(long i) {
        return ends.get(i);
    }

    /**
     * The number of wedges of the current walk that end at {@code w}, which is the number of common neighbors; 0 when
     * {@code w} is not an end.
     */
    public int common(int w) {
        return wedges.get(w);
    }

    /** Replaces the number that {@link #common} gives for {@code w}, until {@link #clear}. */
    public void replace(int w, int value) {
        wedges.set(w, value);
    }

    /** Forgets the current walk. */
    public void clear() {
        for (long i = 0; i < endCount; i++) {
            wedges.set(ends.get(i), 0);
        }
        endCount = 0;
    }
}
