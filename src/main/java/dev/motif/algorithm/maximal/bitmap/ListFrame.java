package dev.motif.algorithm.maximal.bitmap;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;

/**
 * A node with many common vertices, few of which a candidate is adjacent to: every candidate has the list of them.
 *
 * <p>While it is on the stack the positions of its root vertices, in those of {@link BitmapSearch}, are its own.
 */
final class ListFrame extends Frame {
    private final OffHeapLongs array;

    /** The common vertices from here on, then the root vertices, their former positions, and the candidates' lists. */
    private final long start;

    private final int commonSize;
    private final int candidates;
    private final int excluded;
    private final int rootSize;

    /**
     * @param array filled by the caller, as far as the root vertices: candidates in the order of their number of common
     *     vertices, excluded ones, and those of this node's own biclique
     */
    ListFrame(OffHeapLongs array, long start, int commonSize, int candidates, int excluded, int rootSize) {
        this(array, start, commonSize, candidates, excluded, rootSize, candidates, null);
    }

    private ListFrame(
            OffHeapLongs array,
            long start,
            int commonSize,
            int candidates,
            int excluded,
            int rootSize,
            int end,
            OffHeapLongs owned) {
        super(end, owned);
        this.array = array;
        this.start = start;
        this.commonSize = commonSize;
        this.candidates = candidates;
        this.excluded = excluded;
        this.rootSize = rootSize;
    }

    /** How many longs the frame needs when its candidates have {@code listed} common vertices together. */
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
        return new ListFrame(copy, 0, commonSize, kept, from + excluded, rootSize, to - from, copy);
    }
}
