package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.graph.Csr;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Cancellation;

/** Counts the paths of two edges from one vertex to every other one: their common neighbors. For one thread. */
final class PathCounter {
    /** Ends that may be counted before the cancellation is asked again: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 20;

    private final Csr rows;
    private final Csr back;
    private final Cancellation cancellation;
    private final OffHeapInts counts;
    private final OffHeapInts ends;
    private long endCount;

    /**
     * @param rows the neighbors of each vertex
     * @param back the neighbors of those, the same rows in a unipartite graph
     */
    PathCounter(Csr rows, Csr back, Cancellation cancellation, OffHeapScope scope) {
        this.rows = rows;
        this.back = back;
        this.cancellation = cancellation;
        this.counts = scope.zeroedInts(rows.vertexCount());
        this.ends = scope.ints(rows.vertexCount());
    }

    static long bytes(long vertices) {
        return 2 * vertices * Integer.BYTES;
    }

    /** Counts all paths from {@code u} to vertices above {@code above} but {@code u} itself. */
    void countFrom(int u, int above) {
        long work = 0;
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            int v = rows.neighbor(slot);
            long end = back.end(v);
            long first = above < 0 ? back.start(v) : back.firstSlotFrom(v, above + 1);
            for (long other = first; other < end; other++) {
                int w = back.neighbor(other);
                if (w != u && counts.add(w, 1) == 0) {
                    ends.set(endCount++, w);
                }
            }
            work += end - first;
            if (work > WORK_BETWEEN_POLLS) {
                cancellation.check();
                work = 0;
            }
        }
    }

    /** How many vertices have paths to them. */
    int endCount() {
        return (int) endCount;
    }

    /** The {@code i}-th of them, in no order. */
    int end(int i) {
        return ends.get(i);
    }

    int paths(int end) {
        return counts.get(end);
    }

    /** Forgets all paths. */
    void clear() {
        for (long i = 0; i < endCount; i++) {
            counts.set(ends.get(i), 0);
        }
        endCount = 0;
    }
}
