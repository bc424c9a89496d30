package dev.motif.algorithm.similar.intersection;

import dev.motif.graph.Csr;
import dev.motif.parallel.Cancellation;

/**
 * Counts the common neighbors of two vertices: merges lists of similar length by {@link ListMerge}, searches others by
 * {@link PivotSkip}. For one thread.
 *
 * @param skewThreshold how many times as long as the other a list is that is searched, 1 or more
 */
public record Intersection(int skewThreshold, ListMerge merge) {
    /** Lists are searched and not merged when one is more than this many times as long as the other. Measured. */
    public static final int SKEW_THRESHOLD = 50;

    /** Elements that may be merged between two checks of the cancellation: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    /** The one that takes the least time on this JVM. */
    public static Intersection fastest() {
        return new Intersection(SKEW_THRESHOLD, ListMerge.fastest());
    }

    /** Receives an edge and how many common neighbors its ends, {@code u < v}, have. */
    @FunctionalInterface
    public interface EdgeConsumer {
        void accept(int u, int v, int common);
    }

    /** The number of common neighbors of {@code u} and {@code v}, which need not be adjacent. */
    public int common(Csr rows, int u, int v) {
        long degreeOfU = rows.degree(u);
        long degreeOfV = rows.degree(v);
        boolean skewed = degreeOfU > skewThreshold * degreeOfV || degreeOfV > skewThreshold * degreeOfU;
        return skewed
                ? PivotSkip.count(rows.neighbors(), rows.start(u), rows.end(u), rows.start(v), rows.end(v), merge)
                : merge.count(rows.neighbors(), rows.start(u), rows.end(u), rows.start(v), rows.end(v));
    }

    /**
     * Counts the common neighbors of the edges from {@code u} to larger vertices, one after the other.
     *
     * @param rows symmetric, without self-loops
     */
    public void ofEdges(Csr rows, int u, Cancellation cancellation, EdgeConsumer consumer) {
        long work = 0;
        for (long slot = rows.firstSlotFrom(u, u + 1); slot < rows.end(u); slot++) {
            int v = rows.neighbor(slot);
            consumer.accept(u, v, common(rows, u, v));
            work += rows.degree(u) + rows.degree(v);
            if (work > WORK_BETWEEN_POLLS) {
                cancellation.check();
                work = 0;
            }
        }
    }
}
