package dev.motif.algorithm.similar.nodes;

import dev.motif.graph.CommonNeighborCounts;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Pairs of vertices of one side that have more common neighbors than chance explains: the statistically validated
 * projection.
 *
 * <p>If both vertices of a pair, of degrees {@code d1} and {@code d2}, had chosen their neighbors at random among all
 * {@code n} vertices of the other side, the number of common ones would be hypergeometric, and {@code P(X >= c)} is the
 * p-value of the {@code c} that they have. Of all {@code m} pairs of vertices of the side, including pairs without a
 * common neighbor, whose p-value is 1, the pairs that Benjamini and Hochberg accept are accepted: with {@code F(p)}
 * pairs whose p-value is at most {@code p}, the pairs up to {@code p = k * rate / m} for the largest {@code k} with
 * {@code F(p) >= k}. Of the accepted pairs a part of at most {@code rate} is expected to be due to chance.
 *
 * <p>The rank of a pair is the least {@code k} whose bound its p-value keeps. It counts ranks in buckets; while more
 * than one {@code k} in a bucket may be the largest, the pairs are counted again in smaller buckets. Passes go on until
 * a bucket is one rank: one pass for up to {@value #BUCKETS} pairs, mostly two for more, and memory does not grow with
 * the pairs.
 *
 * <p>Sources: Tumminello, Miccichè, Lillo, Piilo and Mantegna, "Statistically Validated Networks in Bipartite Complex
 * Systems", PLoS ONE 6(3), 2011, doi:10.1371/journal.pone.0017994. Benjamini and Hochberg, "Controlling the False
 * Discovery Rate", Journal of the Royal Statistical Society B 57(1), 1995, doi:10.1111/j.2517-6161.1995.tb02031.x.
 */
final class ValidatedProjection {
    /** The name of the stage. */
    static final String STAGE = "testing pairs";

    static final int BUCKETS = 1 << 20;
    private static final long SOURCES_PER_TASK = 64;

    private final Csr rows;
    private final CommonNeighborCounts[] counters;
    private final int bucketCount;
    private final Workers workers;
    private final HypergeometricTail[] tails;
    /** The factor of a p-value for its rank. */
    private final double ranksPerUnit;

    /** The bounds of the largest {@code k}: at least {@code least} and at most {@code most}. */
    private long least;

    private long most;

    /**
     * Counts the pairs by their p-values.
     *
     * @param rows the neighbors of the vertices of the side
     * @param back the neighbors of the vertices of the other side
     * @param counters for each worker one of paths along these rows
     * @param rate in (0, 1)
     * @param bucketCount how many buckets count ranks, 1 or more: {@link #BUCKETS} but in tests
     */
    ValidatedProjection(
            Csr rows,
            Csr back,
            CommonNeighborCounts[] counters,
            double rate,
            int bucketCount,
            Workers workers,
            NativeMemory memory) {
        this.rows = rows;
        this.bucketCount = bucketCount;
        this.counters = counters;
        this.workers = workers;
        this.tails = new HypergeometricTail[counters.length];
        Arrays.setAll(tails, worker -> new HypergeometricTail(back.vertexCount()));
        long pairs = pairs(rows.vertexCount());
        this.ranksPerUnit = pairs / rate;
        // No k is larger than the number of pairs with a common neighbor: all others have a p-value above the rate.
        this.most = Math.min(pairs, paths(back, pairs));
        try (OffHeapLongs buckets = memory.longs(1L + bucketCount)) {
            while (least < most) {
                count(buckets, width());
                narrow(buckets, width());
            }
        }
    }

    /** The off-heap bytes that counting takes, besides the counters of paths. */
    static long bytes() {
        return (1L + BUCKETS) * Long.BYTES;
    }

    private static long pairs(long vertices) {
        return vertices * (vertices - 1) / 2;
    }

    /** The pairs of neighbors of all vertices together, or {@code enough} if that is less. */
    private static long paths(Csr back, long enough) {
        long paths = 0;
        for (int v = 0; v < back.vertexCount() && paths < enough; v++) {
            paths += pairs(back.degree(v));
        }
        return Math.min(paths, enough);
    }

    long accepted() {
        return most;
    }

    /** Whether two vertices of these degrees with {@code common} common neighbors are accepted. */
    boolean accepts(int worker, int common, long degree, long otherDegree) {
        return rank(worker, common, degree, otherDegree) <= most;
    }

    private long rank(int worker, int common, long degree, long otherDegree) {
        return (long) Math.ceil(tails[worker].atLeast(common, degree, otherDegree) * ranksPerUnit);
    }

    private long width() {
        return (most - least + bucketCount - 1) / bucketCount;
    }

    /** Counts ranks up to {@link #least} in the first bucket, and those up to {@link #most} in buckets of a width. */
    private void count(OffHeapLongs buckets, long width) {
        buckets.clear();
        workers.progress().begin(STAGE, rows.vertexCount());
        workers.forEach(rows.vertexCount(), SOURCES_PER_TASK, (worker, source) -> {
            CommonNeighborCounts paths = counters[worker];
            int u = (int) source;
            paths.countFrom(u, u);
            for (int i = 0; i < paths.endCount(); i++) {
                int v = paths.end(i);
                long rank = rank(worker, paths.count(i), rows.degree(u), rows.degree(v));
                if (rank <= most) {
                    buckets.getAndAdd(rank <= least ? 0 : 1 + (rank - least - 1) / width, 1);
                }
            }
            paths.clear();
        });
    }

    /** Finds where the largest {@code k} may still be. */
    private void narrow(OffHeapLongs buckets, long width) {
        long below = least;
        long found = buckets.get(0);
        long possible = least;
        for (long bucket = 1; below < most; bucket++) {
            long end = Math.min(most, below + width);
            found += buckets.get(bucket);
            if (found >= end) {
                least = end;
                possible = end;
            } else if (found > below) {
                possible = found;
            }
            below = end;
        }
        most = possible;
    }
}
