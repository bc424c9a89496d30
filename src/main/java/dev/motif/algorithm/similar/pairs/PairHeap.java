package dev.motif.algorithm.similar.pairs;

import dev.motif.graph.memory.HeapBudget;
import java.util.Arrays;
import java.util.List;

/**
 * The best of the pairs that it is offered, pairs of equal values in the order of their ends: a heap with the worst one
 * on top, or a list of all. For one thread.
 */
public final class PairHeap implements AutoCloseable {
    private static final long BYTES_IN_ARRAYS = 2 * Long.BYTES + Integer.BYTES;

    /** The heap bytes of a pair while all are taken from here. */
    public static final long BYTES_PER_PAIR = BYTES_IN_ARRAYS + NeighborPair.BYTES_IN_LIST;

    private static final int FIRST_CAPACITY = 16;

    private final int limit;
    /** 1 where the largest values are the best, -1 where the least ones are. */
    private final int sign;

    private final HeapBudget.Share heap;

    /** The values times {@link #sign}. */
    private double[] values = new double[FIRST_CAPACITY];
    /** Source and target: as numbers in the order of both. */
    private long[] pairs = new long[FIRST_CAPACITY];

    private int[] commons = new int[FIRST_CAPACITY];
    private int size;

    /**
     * @param limit how many pairs are kept at most; 0 for all
     * @param least whether the least values are the best
     * @param heap gets the bytes of the arrays, until it is closed
     */
    public PairHeap(int limit, boolean least, HeapBudget.Share heap) {
        this.limit = limit == 0 ? Integer.MAX_VALUE : limit;
        this.sign = least ? -1 : 1;
        this.heap = heap;
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
            long before = size * BYTES_IN_ARRAYS;
            heap.add(capacity * BYTES_IN_ARRAYS + (size == FIRST_CAPACITY ? before : 0));
            values = Arrays.copyOf(values, capacity);
            pairs = Arrays.copyOf(pairs, capacity);
            commons = Arrays.copyOf(commons, capacity);
            heap.release(before);
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

    /**
     * Returns the kept pairs, the best first, and keeps none.
     *
     * @param ofPairs gets the bytes of the pairs that are returned
     */
    public List<NeighborPair> takeAll(HeapBudget.Share ofPairs) {
        ofPairs.add(size * NeighborPair.BYTES_IN_LIST);
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

    /** Gives back the heap of the arrays; nothing is offered any more. */
    @Override
    public void close() {
        if (values.length > FIRST_CAPACITY) {
            heap.release(values.length * BYTES_IN_ARRAYS);
        }
        values = new double[0];
    }
}
