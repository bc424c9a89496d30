package dev.motif.algorithm.butterfly.priority;

import dev.motif.graph.Csr;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;

/**
 * The wedges u-v-w from one start vertex {@code u}, counted by their end {@code w}: the state of one worker.
 *
 * <p>A walk leaves {@code common(w)} for each of its ends; {@link #clear} must follow before the next one.
 */
public final class WedgeCounter {
    private final Csr rows;
    private final OffHeapInts wedges;
    private final OffHeapInts ends;
    private long endCount;

    /** Receives wedges as the slots of their two edges: {@code u -> v} and {@code v -> w}. */
    @FunctionalInterface
    public interface Sink {
        void accept(long firstSlot, long secondSlot, int w);
    }

    /** @param scope owns the counters, 8 bytes a vertex */
    public WedgeCounter(Csr rows, OffHeapScope scope) {
        this.rows = rows;
        this.wedges = scope.zeroedInts(rows.vertexCount());
        this.ends = scope.ints(rows.vertexCount());
    }

    public static WedgeCounter[] forWorkers(int workers, Csr rows, OffHeapScope scope) {
        WedgeCounter[] counters = new WedgeCounter[workers];
        for (int worker = 0; worker < workers; worker++) {
            counters[worker] = new WedgeCounter(rows, scope);
        }
        return counters;
    }

    public static long bytes(long vertices, int workers) {
        return 2 * vertices * Integer.BYTES * workers;
    }

    /** Counts the wedges whose end ranks before the other two vertices. Returns how many ends there are. */
    public long walkToFirst(int u) {
        long found = 0;
        long endOfU = rows.end(u);
        for (long i = rows.start(u); i < endOfU; i++) {
            int v = rows.neighbor(i);
            int limit = Math.min(u, v);
            long endOfV = rows.end(v);
            for (long j = rows.start(v); j < endOfV; j++) {
                int w = rows.neighbor(j);
                if (w >= limit) {
                    break;
                }
                if (wedges.add(w, 1) == 0) {
                    ends.set(found++, w);
                }
            }
        }
        endCount = found;
        return found;
    }

    /** Counts all wedges, {@code u} as their end included. Returns how many ends there are. */
    public long walkToAll(int u) {
        long found = 0;
        long endOfU = rows.end(u);
        for (long i = rows.start(u); i < endOfU; i++) {
            int v = rows.neighbor(i);
            long endOfV = rows.end(v);
            for (long j = rows.start(v); j < endOfV; j++) {
                int w = rows.neighbor(j);
                if (wedges.add(w, 1) == 0) {
                    ends.set(found++, w);
                }
            }
        }
        endCount = found;
        return found;
    }

    /** Visits the wedges of {@link #walkToFirst} again. */
    public void forEachToFirst(int u, Sink sink) {
        long endOfU = rows.end(u);
        for (long i = rows.start(u); i < endOfU; i++) {
            int v = rows.neighbor(i);
            int limit = Math.min(u, v);
            long endOfV = rows.end(v);
            for (long j = rows.start(v); j < endOfV; j++) {
                int w = rows.neighbor(j);
                if (w >= limit) {
                    break;
                }
                sink.accept(i, j, w);
            }
        }
    }

    /** The {@code i}-th end of the current walk. */
    public int end(long i) {
        return ends.get(i);
    }

    /** The number of wedges that end at {@code w}. */
    public int common(int w) {
        return wedges.get(w);
    }

    /** Replaces the number of wedges that end at {@code w}, until {@link #clear}. */
    public void replace(int w, int value) {
        wedges.set(w, value);
    }

    public void clear() {
        for (long i = 0; i < endCount; i++) {
            wedges.set(ends.get(i), 0);
        }
        endCount = 0;
    }
}
