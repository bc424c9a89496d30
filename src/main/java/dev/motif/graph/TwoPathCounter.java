package dev.motif.graph;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.function.LongToDoubleFunction;

/**
 * Counts the paths of two edges from one vertex to each other one: their common neighbors. May add up weights of these too.
 * For one thread.
 */
public final class TwoPathCounter implements CommonNeighborCounts {
    private final Csr rows;
    private final Csr back;
    private final Steps steps;
    /** The number of paths by end vertex; null where {@link #sums} has the numbers too. */
    private final OffHeapInts counts;

    private final OffHeapInts ends;

    /** The units of a weight of 1. */
    private static final double UNITS = 0x1p62;

    private static final long LOW_WORD = 0xffffffffL;

    /** The part of a packed sum that one path adds at its end, beside its units. */
    private static final long ONE_PATH = 1L << Integer.SIZE;

    /** The weight of a common neighbor by its degree; null where degrees give no weights. */
    private final LongToDoubleFunction weight;

    /** The weights of edges; null where these have none. */
    private final EdgePairs pairs;

    /**
     * The bits of the sums of weights of paths, or, where {@link EdgePairs#arePacked}, their number and the units of
     * their sum, 32 bits each; or bits 0 to 63 of the units of the sums over common neighbors; null without.
     */
    private final OffHeapLongs sums;

    /** Bits 64 on of the units of sums of weights of common neighbors; null without. */
    private final OffHeapInts highs;

    private long endCount;

    /**
     * Weights of edges, two of which make a path.
     *
     * @param rows the bits of the weight of each slot of the rows; or, where they are packed, its neighbor and its weight in
     *     units, 32 bits each
     * @param back the same of the neighbors of neighbors: the same array in a unipartite graph
     * @param totals by vertex the bits of the double that is the sum of its weights, or, with {@code product}, of their
     *     squares
     * @param product whether the weight of a path is the product of the two, otherwise the smaller one
     * @param unit what a unit of the weight of a path is; 0 where weights are not packed. No sum of packed
     *     weights has 2^32 units
     */
    public record EdgePairs(OffHeapLongs rows, OffHeapLongs back, OffHeapLongs totals, boolean product, double unit) {
        boolean arePacked() {
            return unit > 0;
        }

        /** A slot with a packed weight. */
        public static long packed(int neighbor, long units) {
            return (long) neighbor << Integer.SIZE | units;
        }

        /** The units of a packed weight. */
        public static long units(long packed) {
            return packed & LOW_WORD;
        }

        public double total(int v) {
            return Double.longBitsToDouble(totals.get(v));
        }
    }

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
     * Counts paths, with sums of weights, which are rounded to {@link #units} first: so a sum is exact, and the same in
     * any order.
     *
     * @param weight gives the weight of a common neighbor by its degree, 2 or more; below 2, null for counts alone
     */
    public TwoPathCounter(
            Csr rows, Csr back, LongToDoubleFunction weight, Cancellation cancellation, OffHeapScope scope) {
        this(rows, back, weight, null, cancellation, scope);
    }

    /** Counts paths, with sums of the weights of paths. */
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
        this.highs = weight == null ? null : scope.zeroedInts(rows.vertexCount());
        this.rows = rows;
        this.back = back;
        this.steps = new Steps(cancellation);
        this.counts = pairs != null && pairs.arePacked() ? null : scope.zeroedInts(rows.vertexCount());
        this.ends = scope.ints(rows.vertexCount());
    }

    /** The off-heap bytes for a side of this many vertices, of counts alone. */
    public static long bytes(long vertices) {
        return vertices * 2L * Integer.BYTES;
    }

    /** The off-heap bytes for a side of this many vertices, with weights of paths. */
    public static long bytesWithPaths(long vertices) {
        return bytes(vertices) + vertices * Long.BYTES;
    }

    /** The off-heap bytes for a side of this many vertices, with packed weights of paths. */
    public static long bytesPacked(long vertices) {
        return vertices * (Long.BYTES + Integer.BYTES);
    }

    /** The off-heap bytes for a side of this many vertices, with weights of common neighbors. */
    public static long bytesWithWeights(long vertices) {
        return bytesWithPaths(vertices) + vertices * Integer.BYTES;
    }

    /**
     * A weight in whole numbers of 2^-62, rounded to the nearest. A sum of 2^31 weights has fewer than 96 bits.
     *
     * @param weight 0 or more, less than 2
     */
    public static long units(double weight) {
        return Math.round(weight * UNITS);
    }

    /**
     * The sum of {@code 2^64 * high + low} units: the nearest double, but for sums above 2^23 rounded once more. No sum gets a
     * smaller one than a smaller sum.
     *
     * @param low read as unsigned
     */
    public static double ofUnits(long high, long low) {
        return high * 0x1p2 + (low >>> Integer.SIZE) * 0x1p-30 + (low & LOW_WORD) / UNITS;
    }

    @Override
    public void countFrom(int u, int above) {
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            int v = rows.neighbor(slot);
            long end = back.end(v);
            long first = above < 0 ? back.start(v) : back.firstSlotFrom(v, above + 1);
            if (counts == null) {
                countPacked(u, first, end, EdgePairs.units(pairs.rows.get(slot)));
            } else if (pairs != null) {
                countWeights(u, first, end, pairs.rows.get(slot));
            } else if (weight == null) {
                count(u, first, end);
            } else if (back.degree(v) > 1) {
                countUnits(u, first, end, units(weight.applyAsDouble(back.degree(v))));
            }
            steps.add(1 + end - first);
        }
    }

    /**
     * Counts the paths without branches, which could not be predicted: {@code u} has a path while paths are counted, so
     * that it is no end.
     */
    private void count(int u, long first, long end) {
        counts.set(u, 1);
        long found = endCount;
        for (long other = first; other < end; other++) {
            int w = back.neighbor(other);
            ends.set(found, w);
            found += counts.add(w, 1) - 1 >>> Integer.SIZE - 1;
        }
        endCount = found;
        counts.set(u, 0);
    }

    private void countUnits(int u, long first, long end, long each) {
        for (long other = first; other < end; other++) {
            int w = back.neighbor(other);
            if (w != u) {
                if (counts.add(w, 1) == 0) {
                    ends.set(endCount++, w);
                    sums.set(w, each);
                    highs.set(w, 0);
                    continue;
                }
                long sum = sums.get(w) + each;
                sums.set(w, sum);
                if (Long.compareUnsigned(sum, each) < 0) {
                    highs.add(w, 1);
                }
            }
        }
    }

    /** @param units of a weight */
    private void countPacked(int u, long first, long end, long units) {
        boolean product = pairs.product;
        sums.set(u, ONE_PATH);
        long found = endCount;
        for (long other = first; other < end; other++) {
            long packed = pairs.back.get(other);
            int w = (int) (packed >>> Integer.SIZE);
            long second = EdgePairs.units(packed);
            long before = sums.add(w, ONE_PATH + (product ? units * second : Math.min(units, second)));
            ends.set(found, w);
            found += before - 1 >>> Long.SIZE - 1;
        }
        endCount = found;
        sums.set(u, 0);
    }

    /**
     * @param bits of a weight; the bits of numbers of 0 or more have the order of the numbers, and are compared faster
     */
    private void countWeights(int u, long first, long end, long bits) {
        boolean product = pairs.product;
        double one = Double.longBitsToDouble(bits);
        for (long other = first; other < end; other++) {
            int w = back.neighbor(other);
            if (w != u) {
                long second = pairs.back.get(other);
                double more = product
                        ? one * Double.longBitsToDouble(second)
                        : Double.longBitsToDouble(Math.min(bits, second));
                double before = 0;
                if (counts.add(w, 1) == 0) {
                    ends.set(endCount++, w);
                } else {
                    before = Double.longBitsToDouble(sums.get(w));
                }
                sums.set(w, Double.doubleToRawLongBits(before + more));
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
        return paths(ends.get(i));
    }

    @Override
    public double weight(int i) {
        if (highs != null) {
            return ofUnits(highs.get(end(i)), sums.get(end(i)));
        }
        if (counts == null) {
            return (sums.get(end(i)) & LOW_WORD) * pairs.unit;
        }
        return sums == null ? count(i) : Double.longBitsToDouble(sums.get(end(i)));
    }

    /** The number of paths to {@code end}. */
    public int paths(int end) {
        return counts == null ? (int) (sums.get(end) >>> Integer.SIZE) : counts.get(end);
    }

    @Override
    public void clear() {
        for (long i = 0; i < endCount; i++) {
            // Where there are counts, the first path to an end tells that its sum is of before.
            if (counts == null) {
                sums.set(ends.get(i), 0);
            } else {
                counts.set(ends.get(i), 0);
            }
        }
        endCount = 0;
    }
}
