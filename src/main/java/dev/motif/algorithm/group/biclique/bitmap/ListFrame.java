package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;

/**
 * A node with many common vertices of which a candidate is adjacent to few: each candidate has the list of these.
 *
 * <p>While the frame is on the stack, {@link BitmapSearch} has the positions that this frame gives its root vertices.
 */
final class ListFrame extends Frame {
    private final OffHeapLongs array;

    /**
     * The index in {@code array} where this frame begins: the common vertices, then the root vertices, the positions
     * that these had before, and the lists of the candidates.
     */
    private final long start;

    private final int commonSize;
    private final int candidates;
    private final int excluded;
    private final int rootSize;

    /**
     * @param array filled by the caller up to the root vertices: the candidates in the order of their number of common
     *     vertices, then the excluded root vertices, then the root vertices of this node's own biclique
     * @param rootSize the number of root vertices of this node's own biclique
     */
    ListFrame(OffHeapLongs array, long start, int commonSize, int candidates, int excluded, int rootSize) {
        super(candidates);
        this.array = array;
        this.start = start;
        this.commonSize = commonSize;
        this.candidates = candidates;
        this.excluded = excluded;
        this.rootSize = rootSize;
    }

    /** The longs that a frame takes whose lists have {@code listed} entries together. */
    static long length(int commonSize, long rootVertices, int candidates, long listed) {
        return commonSize + 2 * rootVertices + candidates + 1 + listed;
    }

    private long members() {
        return start + commonSize;
    }

    private int memberCount() {
        return candidates + excluded + rootSize;
    }

    private long listStarts() {
        return members() + 2L * memberCount();
    }

    @Override
    void enter(BitmapSearch search) {
        search.takePositions(array, members(), candidates, excluded, rootSize);
        search.fillLists(array, start, commonSize, listStarts(), candidates);
    }

    @Override
    void leave(BitmapSearch search) {
        search.restorePositions(array, members(), memberCount());
    }

    @Override
    void expand(BitmapSearch search, int child) {
        long from = array.get(listStarts() + child);
        long to = array.get(listStarts() + child + 1);
        search.open(array, from, (int) (to - from), child + 1);
    }

    @Override
    Frame copyOf(int from, int to, NativeMemory memory) {
        int kept = candidates - from;
        long listed = array.get(listStarts() + candidates) - array.get(listStarts() + from);
        OffHeapLongs copy = memory.longs(length(commonSize, memberCount(), kept, listed));
        copy.copyFrom(array, start, 0, commonSize);
        copy.copyFrom(array, members() + from, commonSize, kept);
        copy.copyFrom(array, members(), commonSize + kept, from);
        copy.copyFrom(array, members() + candidates, commonSize + candidates, excluded + rootSize);
        return new ListFrame(copy, 0, commonSize, kept, from + excluded, rootSize).splitOff(to - from, copy);
    }
}
