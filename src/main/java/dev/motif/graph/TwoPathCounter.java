package dev.motif.graph;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.util.function.LongToDoubleFunction;

/**
 * Counts the paths of two edges from one vertex to each other one: their common neighbors. May add up weights of these too.
 * For one thread.
 */
public final class TwoPathCounter implements CommonNeighborCounts {
    /** Paths that may be counted between two checks of the cancellation: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 20;

    private final Csr rows;
    private final Csr back;
    private final Cancellation cancellation;
    private final OffHeapInts counts;
    private final OffHeapInts ends;

    /** The weight of a common neighbor by its degree; null where these are not weighed so. */
    private final LongToDoubleFunction weight;

    /** The weights of edges; null where these have none. */
    private final EdgePairs pairs;

    /** The bits of the sums of weights; null without weights. */
    private final OffHeapLongs sums;

    private long endCount;

    /**
     * Weights of edges, two of which make a path.
     *
     * @param rows the bits of the weight of each slot of the rows
     * @param back the same of the neighbors of neighbors
     * @param product whether the weight of a path is the product of the two, otherwise the smaller one
     */
    public record EdgePairs(OffHeapLongs rows, OffHeapLongs back, boolean product) {}

    /**
     * Counts alone.
     *
     * @param rows the neighbors of each vertex
     * @param back the neighbors of those neighbors: the same rows in a unipartite graph
     * @param scope owns the memory of the counts
     */
    public TwoPathCounter(Csr rows, Csr back, Cancellation cancellation, OffHeapScope scope) {
        this(rows, back, null, null, cancellation, scope);
    }

    /**
     * As above, with sums of weights.
     *
     * @param weight gives the weight of a common neighbor by its degree, 2 or more; null for counts alone
     */
    public TwoPathCounter(
            Csr rows, Csr back, LongToDoubleFunction weight, Cancellation cancellation, OffHeapScope scope) {
        this(rows, back, weight, null, cancellation, scope);
    }

    /** As above, with sums of the weights of paths. */
    public TwoPathCounter(Csr rows, Csr back, EdgePairs pairs, Cancellation cancellation, OffHeapScope scope) {
        this(rows, back, null, pairs, cancellation, scope);
    }

    private TwoPathCounter(
            Csr rows,
            Csr back,
            LongToDoubleFunction weight,
            EdgePairs pairs,
            Cancellation cancellation,
            OffHeapScope scope) {
        this.weight = weight;
        this.pairs = pairs;
        this.sums = weight == null && pairs == null ? null : scope.zeroedLongs(rows.vertexCount());
        this.rows = rows;
        this.back = back;
        this.cancellation = cancellation;
        this.counts = scope.zeroedInts(rows.vertexCount());
        this.ends = scope.ints(rows.vertexCount());
    }

    /** The off-heap bytes for a side of this many vertices, of counts alone. */
    public static long bytes(long vertices) {
        return bytes(vertices, false);
    }

    /** The off-heap bytes for a side of this many vertices. */
    public static long bytes(long vertices, boolean weighed) {
        return vertices * (2L * Integer.BYTES + (weighed ? Long.BYTES : 0));
    }

    @Override
    public void countFrom(int u, int above) {
        long work = 0;
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            int v = rows.neighbor(slot);
            long end = back.end(v);
            long first = above < 0 ? back.start(v) : back.firstSlotFrom(v, above + 1);
            if (pairs != null) {
                countWeights(u, first, end, Double.longBitsToDouble(pairs.rows.get(slot)));
            } else {
                count(u, first, end);
            }
            if (weight != null && end - back.start(v) > 1) {
                addEach(u, first, end, weight.applyAsDouble(back.degree(v)));
            }
            work += end - first;
            if (work > WORK_BETWEEN_POLLS) {
                cancellation.check();
                work = 0;
            }
        }
    }

    private void count(int u, long first, long end) {
        for (long other = first; other < end; other++) {
            int w = back.neighbor(other);
            if (w != u && counts.add(w, 1) == 0) {
                ends.set(endCount++, w);
            }
        }
    }

    private void addEach(int u, long first, long end, double each) {
        for (long other = first; other < end; other++) {
            int w = back.neighbor(other);
            if (w != u) {
                add(w, each);
            }
        }
    }

    private void countWeights(int u, long first, long end, double one) {
        boolean product = pairs.product;
        for (long other = first; other < end; other++) {
            int w = back.neighbor(other);
            if (w != u) {
                if (counts.add(w, 1) == 0) {
                    ends.set(endCount++, w);
                }
                double second = Double.longBitsToDouble(pairs.back.get(other));
                add(w, product ? one * second : Math.min(one, second));
            }
        }
    }

    private void add(int w, double more) {
        sums.set(w, Double.doubleToRawLongBits(Double.longBitsToDouble(sums.get(w)) + more));
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

    @Override
    public double weight(int i) {
        return sums == null ? count(i) : Double.longBitsToDouble(sums.get(ends.get(i)));
    }

    /** The number of paths to {@code end}. */
    public int paths(int end) {
        return counts.get(end);
    }

    @Override
    public void clear() {
        for (long i = 0; i < endCount; i++) {
            counts.set(ends.get(i), 0);
            if (sums != null) {
                sums.set(ends.get(i), 0);
            }
        }
        endCount = 0;
    }
}
