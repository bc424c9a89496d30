package dev.motif.algorithm.group.biclique.search;

import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.graph.memory.OffHeapInts;
import java.util.Arrays;

/**
 * A maximal biclique in the output of a kernel. Its record has the number of common vertices, the number of root
 * vertices, the common vertices and the root vertices, both in no particular order.
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

    /** Makes this the biclique whose record begins at index {@code at}. */
    void read(long at) {
        start = at + HEADER;
        commons = records.get(at);
        roots = records.get(at + 1);
    }

    /** The index where the next record begins. */
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
