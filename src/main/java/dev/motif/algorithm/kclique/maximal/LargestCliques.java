package dev.motif.algorithm.kclique.maximal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Keeps the largest cliques that a search has found so far; of equally large ones those whose vertices come first, so
 * that the result does not depend on the order in which workers find them. Thread-safe.
 */
final class LargestCliques {
    private static final Comparator<int[]> LARGEST_FIRST =
            Comparator.<int[]>comparingInt(clique -> -clique.length).thenComparing(Arrays::compare);

    private final int count;
    private final Predicate<int[]> wanted;
    private final TreeSet<int[]> best = new TreeSet<>(LARGEST_FIRST);

    /** The size of the smallest clique once enough are kept, 0 before. */
    private volatile int threshold;

    /**
     * @param count how many cliques to keep, 1 or more
     * @param wanted which may be kept
     */
    LargestCliques(int count, Predicate<int[]> wanted) {
        this.wanted = wanted;
        this.count = count;
    }

    /** About the heap bytes of a clique here. */
    static long bytes(long vertices) {
        return 64 + vertices * Integer.BYTES;
    }

    /** Smaller cliques than this are not kept. */
    int threshold() {
        return threshold;
    }

    /** Keeps {@code clique}, its vertices ascending, if it is wanted and large enough. */
    synchronized void offer(int[] clique) {
        if (clique.length < threshold || !wanted.test(clique)) {
            return;
        }
        best.add(clique);
        if (best.size() > count) {
            best.pollLast();
        }
        if (best.size() == count) {
            threshold = best.last().length;
        }
    }

    /** The cliques that are kept, the largest first. */
    synchronized List<int[]> list() {
        return new ArrayList<>(best);
    }
}
