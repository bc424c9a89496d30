package dev.motif.algorithm.group.near;

import dev.motif.graph.memory.BitCompressor;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.function.LongConsumer;

/**
 * The part of another graph that a node of the search still needs, so that its sets have fewer words. Excluded vertices begin at
 * a new word. Keeps the other graph, which knows the vertices.
 */
final class NearPart extends NearRows {
    private final NearRows whole;
    private final BitCompressor[] inner = {new BitCompressor(), new BitCompressor()};
    private final BitCompressor[] outer = {new BitCompressor(), new BitCompressor()};

    NearPart(NearRows whole, NativeMemory memory) {
        super(whole, memory);
        this.whole = scope.own(whole.share());
    }

    /**
     * Takes the rows of the vertices of a node.
     *
     * @param sets words of the node, with the chosen vertices and candidates of each side at {@code kept}, the excluded ones
     *     at {@code excluded}
     */
    void take(OffHeapLongs sets, long[] kept, long[] excluded, LongConsumer work) {
        for (int side = 0; side < sides(); side++) {
            select(inner[side], sets, kept[side], whole.innerWords(side));
            select(outer[side], sets, excluded[side], whole.width(side));
            sizedSide(side, inner[side].size(), (int) (Long.SIZE * words(inner[side].size())) + outer[side].size());
        }
        clear(work);
        for (int side = 0; side < sides(); side++) {
            makeRoomForVertices(side);
            int next = copyRows(side, 0, sets, kept[side], whole.innerWords(side), true);
            work.accept((long) next * whole.width(other(side)));
            copyRows(side, firstExcluded(side), sets, excluded[side], whole.width(side), false);
        }
    }

    private static void select(BitCompressor compressor, OffHeapLongs sets, long start, int words) {
        compressor.select(sets, start, words);
        compressor.planMoves();
    }

    private int copyRows(int side, int first, OffHeapLongs sets, long set, int words, boolean withExcluded) {
        int other = other(side);
        OffHeapLongs from = whole.rows(side);
        int next = first;
        for (int word = 0; word < words; word++) {
            for (long left = sets.get(set + word); left != 0; left &= left - 1) {
                int vertex = (word << 6) + Long.numberOfTrailingZeros(left);
                long row = (long) vertex * whole.width(other);
                long target = (long) next * width(other);
                inner[other].compress(from, row, rows(side), target);
                if (withExcluded) {
                    outer[other].compress(from, row, rows(side), target + innerWords(other));
                }
                vertices(side).set(next++, vertex);
            }
        }
        return next;
    }

    /** Copies a set of chosen vertices and candidates of the other graph. */
    void copyInner(int side, OffHeapLongs from, long start, OffHeapLongs to, long target) {
        inner[side].compress(from, start, to, target);
    }

    @Override
    int firstExcluded(int side) {
        return Long.SIZE * innerWords(side);
    }

    @Override
    public boolean open(int root, boolean ordered, LongConsumer work) {
        throw new UnsupportedOperationException("a part is taken from a node");
    }

    @Override
    public int vertex(int side, int vertex) {
        return whole.vertex(side, number(side, vertex));
    }
}
