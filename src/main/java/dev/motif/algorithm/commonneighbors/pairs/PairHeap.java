package dev.motif.algorithm.commonneighbors.pairs;

import java.util.Arrays;
import java.util.List;

/**
 * The best of the pairs that it is offered, those of equal values in the order of their ends: a heap with the worst one on
 * top, or a list of all. For one thread.
 */
public final class PairHeap {
    /** The heap bytes of a pair, while the arrays grow. */
    public static final int BYTES_PER_PAIR = 2 * (2 * Long.BYTES + Integer.BYTES);

    private static final int FIRST_CAPACITY = 16;

    private final int limit;
    /** 1 where the largest values are the best, -1 where the least ones are. */
    private final int sign;

    /** The values times {@link #sign}. */
    private double[] values = new double[FIRST_CAPACITY];
    /** Source and target: as numbers in the order of both. */
    private long[] pairs = new long[FIRST_CAPACITY];

    private int[] commons = new int[FIRST_CAPACITY];
    private int size;

    /**
     * @param limit how many pairs are kept at most; 0 for all
     * @param least whether the least values are the best
     */
    public PairHeap(int limit, boolean least) {
        this.limit = limit == 0 ? Integer.MAX_VALUE : limit;
        this.sign = least ? -1 : 1;
    }

    /** Whether a pair whose value is at most this, whatever its ends, cannot be kept any more. */
    public boolean rejects(double most) {
        return size == limit && sign > 0 && most < values[0];
    }

    public void offer(int source, int target, int common, double valueOfPair) {
        double value = sign * valueOfPair;
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

    /** Returns the kept pairs, the best first, and keeps none. */
    public List<NeighborPair> takeAll() {
        for (int i = size / 2 - 1; i >= 0; i--) {
            siftDown(i, size);
        }
        // Heapsort: the worst one goes to the end.
        for (int end = size - 1; end > 0; end--) {
            swap(0, end);
            siftDown(0, end);
        }
        NeighborPair[] best = new NeighborPair[size];
        Arrays.setAll(
                best,
                i -> new NeighborPair((int) (pairs[i] >>> Integer.SIZE), (int) pairs[i], commons[i], sign * values[i]));
        size = 0;
        return Arrays.asList(best);
    }
}
