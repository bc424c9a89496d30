package dev.motif.algorithm.maximal.bitmap;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;

/**
 * A node of the search tree whose children are expanded one by one, in a fixed order. What is before a child in that
 * order is excluded from its subtree, what is after it may extend it.
 *
 * <p>Belongs to the worker on whose stack it is. It may be split: then the last of its children go to a frame of their
 * own, which owns a copy of all it needs.
 */
abstract class Frame implements AutoCloseable {
    /** The next child to expand, and the one after the last that is this frame's to expand. */
    private int next;

    private int end;

    /** The memory of a frame that was split off, null for one in a worker's arena. */
    private final OffHeapLongs owned;

    Frame(int end, OffHeapLongs owned) {
        this.end = end;
        this.owned = owned;
    }

    /** Looks at the biclique of a child, and pushes a frame when there is more below. */
    abstract void expand(BitmapSearch search, int child);

    /** A frame with the children from {@code from} to {@code to}; closed by its new owner. */
    abstract Frame copyOf(int from, int to, NativeMemory memory);

    /** Called when it is put on a worker's stack. */
    void enter(BitmapSearch search) {}

    /** Called when it leaves the stack, with all children expanded. */
    void leave(BitmapSearch search) {}

    final boolean hasNext() {
        return next < end;
    }

    final void expandNext(BitmapSearch search) {
        expand(search, next++);
    }

    /** Whether there is a child for each of two: who gives its last one away idles, and a single one would only go round. */
    final boolean canSplit() {
        return end - next > 1;
    }

    /** The second half of the children that are left; there must be two or more. */
    final Frame split(NativeMemory memory) {
        int middle = next + (end - next) / 2;
        Frame half = copyOf(middle, end, memory);
        end = middle;
        return half;
    }

    @Override
    public final void close() {
        if (owned != null) {
            owned.close();
        }
    }
}
