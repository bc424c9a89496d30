package dev.motif.graph;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;

/** Counts the paths of two edges from one vertex to each other one: their common neighbors. For one thread. */
public final class TwoPathCounter implements CommonNeighborCounts {
    /** Paths that may be counted between two checks of the cancellation: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 20;

    private final Csr rows;
    private final Csr back;
    private final Cancellation cancellation;
    private final OffHeapInts counts;
    private final OffHeapInts ends;
    private long endCount;

    /**
     * @param rows the neighbors of each vertex
     * @param back the neighbors of those neighbors: the same rows in a unipartite graph
     * @param scope owns the memory of the counts
     */
    public TwoPathCounter(Csr rows, Csr back, Cancellation cancellation, OffHeapScope scope) {
        this.rows = rows;
        this.back = back;
        this.cancellation = cancellation;
        this.counts = scope.zeroedInts(rows.vertexCount());
        this.ends = scope.ints(rows.vertexCount());
    }

    /** The off-heap bytes for a side of this many vertices. */
    public static long bytes(long vertices) {
        return 2 * vertices * Integer.BYTES;
    }

    @Override
    public void countFrom(int u, int above) {
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

    @Override
    public int endCount() {
        return (int) endCount;
    }

    @Override
    public int end(int i) {
        return ends.get(i);
    }

    @Override
    public int count(int i) {
        return counts.get(ends.get(i));
    }

    /** The number of paths to {@code end}. */
    public int paths(int end) {
        return counts.get(end);
    }

    @Override
    public void clear() {
        for (long i = 0; i < endCount; i++) {
            counts.set(ends.get(i), 0);
        }
        endCount = 0;
    }
}
