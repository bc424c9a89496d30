package dev.motif.algorithm.commonneighbors.similarity;

import dev.motif.algorithm.commonneighbors.similarity.SimilarityConfig.Choice;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs that a {@link Choice} makes of those that it is offered: a heap with the worst one on top, or a list of all.
 * For one thread.
 */
public final class PairHeap {
    /** The heap bytes of a pair, while the arrays grow. */
    static final int BYTES_PER_PAIR = 2 * (2 * Long.BYTES + Integer.BYTES);

    private static final int FIRST_CAPACITY = 16;

    private final int limit;
    /** 1 where the largest similarities are the best, -1 where the least ones are. */
    private final int sign;

    /** The similarities times {@link #sign}. */
    private double[] values = new double[FIRST_CAPACITY];
    /** Source and target: as numbers in the order of both. */
    private long[] pairs = new long[FIRST_CAPACITY];

    private int[] commons = new int[FIRST_CAPACITY];
    private int size;

    public PairHeap(Choice choice) {
        this.limit = choice.all() ? Integer.MAX_VALUE : choice.count();
        this.sign = choice.least() ? -1 : 1;
    }

    /** Whether a pair that is at most this similar, whatever its ends, cannot be chosen any more. */
    boolean rejects(double mostSimilar) {
        return size == limit && sign > 0 && mostSimilar < values[0];
    }

    public void offer(int source, int target, int common, double similarity) {
        double value = sign * similarity;
        long pair = (long) source << Integer.SIZE | target;
        if (size < limit) {
            grow();
            set(size++, value, pair, common);
            if (size == limit) {
                for (int i = size / 2 - 1; i >= 0; i--) {
                    siftDown(i, size);
                }
            }
        } else if (isWorse(values[0], pairs[0], value, pair)) {
            set(0, value, pair, common);
            siftDown(0, size);
        }
    }

    private void grow() {
        if (size == values.length) {
            int capacity = (int) Math.min(Math.max(limit, FIRST_CAPACITY), 2L * size);
            values = Arrays.copyOf(values, capacity);
            pairs = Arrays.copyOf(pairs, capacity);
            commons = Arrays.copyOf(commons, capacity);
        }
    }

    private void set(int at, double value, long pair, int common) {
        values[at] = value;
        pairs[at] = pair;
        commons[at] = common;
    }

    private static boolean isWorse(double value, long pair, double otherValue, long otherPair) {
        return value < otherValue || value == otherValue && pair > otherPair;
    }

    private void siftDown(int from, int end) {
        int at = from;
        while (true) {
            int child = 2 * at + 1;
            if (child >= end) {
                return;
            }
            if (child + 1 < end && isWorse(values[child + 1], pairs[child + 1], values[child], pairs[child])) {
                child++;
            }
            if (!isWorse(values[child], pairs[child], values[at], pairs[at])) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }

    private void swap(int i, int j) {
        double value = values[i];
        long pair = pairs[i];
        int common = commons[i];
        set(i, values[j], pairs[j], commons[j]);
        set(j, value, pair, common);
    }

    /** Returns the chosen pairs, the best first, and keeps none. */
    public List<SimilarPair> takeAll() {
        for (int i = size / 2 - 1; i >= 0; i--) {
            siftDown(i, size);
        }
        // Heapsort: the worst one goes to the end.
        for (int end = size - 1; end > 0; end--) {
            swap(0, end);
            siftDown(0, end);
        }
        SimilarPair[] best = new SimilarPair[size];
        Arrays.setAll(
                best,
                i -> new SimilarPair((int) (pairs[i] >>> Integer.SIZE), (int) pairs[i], commons[i], sign * values[i]));
        size = 0;
        return Arrays.asList(best);
    }
}
