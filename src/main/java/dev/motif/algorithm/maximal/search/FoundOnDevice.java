package dev.motif.algorithm.maximal.search;

import dev.motif.algorithm.maximal.model.MaximalBiclique;
import dev.motif.graph.OffHeapInts;
import java.util.Arrays;

/**
 * A maximal biclique in the output of a kernel: the number of common and of root vertices, then these, in no particular
 * order.
 */
final class FoundOnDevice implements MaximalBiclique {
    private static final int HEADER = 2;

    private final OffHeapInts records;
    private final boolean rootsAreLeft;
    private long start;
    private int commons;
    private int roots;

    FoundOnDevice(OffHeapInts records, boolean rootsAreLeft) {
        this.records = records;
        this.rootsAreLeft = rootsAreLeft;
    }

    void read(long at) {
        start = at + HEADER;
        commons = records.get(at);
        roots = records.get(at + 1);
    }

    /** Where the next record begins. */
    long end() {
        return start + commons + roots;
    }

    @Override
    public int leftSize() {
        return rootsAreLeft ? roots : commons;
    }

    @Override
    public int rightSize() {
        return rootsAreLeft ? commons : roots;
    }

    @Override
    public void copyLeft(int[] target) {
        copy(rootsAreLeft, target);
    }

    @Override
    public void copyRight(int[] target) {
        copy(!rootsAreLeft, target);
    }

    private void copy(boolean rootSide, int[] target) {
        long from = rootSide ? start + commons : start;
        int count = rootSide ? roots : commons;
        for (int i = 0; i < count; i++) {
            target[i] = records.get(from + i);
        }
        Arrays.sort(target, 0, count);
    }
}
