package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * A node of the search tree whose children are expanded one by one, in a fixed order. Candidates before a child in that
 * order are excluded from its subtree; candidates after it may extend its bicliques.
 *
 * <p>A frame belongs to the worker on whose stack it is. It may be split: then the last of its children go to a frame
 * of their own, which owns a copy of all that it needs.
 */
abstract class Frame implements AutoCloseable {
    private int next;

    /** The first child that this frame does not expand. */
    private int end;

    /** The memory of a frame that was split off; null for a frame in a worker's arena. */
    private OffHeapLongs owned;

    /** @param end how many children there are, all of which it expands */
    Frame(int end) {
        this.end = end;
    }

    /** This frame, new, with only its first {@code children} ones to expand, as the owner of its memory. */
    final Frame splitOff(int children, OffHeapLongs memory) {
        end = children;
        owned = memory;
        return this;
    }

    /** Reports the biclique of a child, and pushes a frame when the child has candidates. */
    abstract void expand(BitmapSearch search, int child);

    /** A new frame with the children in {@code [from, to)} of this one; its new owner closes it. */
    abstract Frame copyOf(int from, int to, NativeMemory memory);

    /** Called when this frame is put on a worker's stack. */
    void enter(BitmapSearch search) {}

    /** Called when this frame leaves the stack, with all children expanded. */
    void leave(BitmapSearch search) {}

    final boolean hasNext() {
        return next < end;
    }

    final void expandNext(BitmapSearch search) {
        expand(search, next++);
    }

    /** Whether two children or more are left: a worker that gave away its only child would idle itself. */
    final boolean canSplit() {
        return end - next > 1;
    }

    /** Moves the second half of the children that are left, which must be two or more, to a new frame. */
    final Frame split(NativeMemory memory) {
        int middle = next + (end - next) / 2;
        Frame half = copyOf(middle, end, memory);
        end = middle;
        return half;
    }

    @Override
    public final void close() {
        OffHeapScope.closeAll(owned);
    }
}
