package dev.motif.algorithm.group.near;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.function.LongConsumer;

/**
 * The pairs of vertices of a side that may be in one group. Two of them miss at most {@code missing} vertices of the other side each, so
 * that they share all of it but {@code 2 * missing}: a pair that shares fewer than the fewest vertices of the other side less
 * these is in no group. Owns its memory.
 *
 * <p>Where there is one side, such a pair need not be adjacent, so that its edge is dropped. Where there are two, a vertex and
 * its neighbor are in no group when too few neighbors of the one may be with the other; their edge is dropped then. No group
 * that is large enough has both ends of such an edge, so all groups stay, and no others come.
 */
final class NearPairs implements AutoCloseable {
    private static final int MOST_PASSES = 3;

    private final NativeMemory memory;

    /** For each vertex of a side the vertices of that side that may be with it. */
    private final OffHeapLongs[] together = new OffHeapLongs[2];

    /** The chosen vertices and candidates of each side that may be in a group. */
    private final long[][] left = new long[2][0];

    private NearRows graph;
    private LongConsumer work;
    private boolean changed;

    NearPairs(NativeMemory memory) {
        this.memory = memory;
    }

    OffHeapLongs together(int side) {
        return together[side];
    }

    long[] left(int side) {
        return left[side];
    }

    /**
     * Finds the pairs of a graph; returns whether a large enough group may have all that is chosen.
     *
     * @param sets words with the chosen vertices of each side at {@code chosen}
     */
    boolean find(NearRows rows, OffHeapLongs sets, long[] chosen, LongConsumer noting) {
        graph = rows;
        work = noting;
        allTogether();
        int pass = 0;
        do {
            changed = false;
            for (int side = 0; side < graph.sides(); side++) {
                dropVertices(side);
                if (!keepWith(side, sets, chosen[side])) {
                    return false;
                }
                dropPairs(side);
                if (!keepWith(side, sets, chosen[side])) {
                    return false;
                }
            }
            if (graph.sides() == 2) {
                dropEdges();
            }
        } while (changed && ++pass < MOST_PASSES);
        for (int side = 0; side < graph.sides(); side++) {
            dropExcluded(side);
        }
        return true;
    }

    /** Keeps vertices that may be with all chosen ones; returns whether these, and enough, are left. */
    private boolean keepWith(int side, OffHeapLongs sets, long chosen) {
        int count = 0;
        for (int word = 0; word < left[side].length; word++) {
            for (long those = sets.get(chosen + word); those != 0; those &= those - 1) {
                long row = ((long) word * Long.SIZE + Long.numberOfTrailingZeros(those)) * graph.width(side);
                for (int i = 0; i < left[side].length; i++) {
                    left[side][i] &= together[side].get(row + i);
                }
            }
        }
        for (int word = 0; word < left[side].length; word++) {
            if ((sets.get(chosen + word) & ~left[side][word]) != 0) {
                return false;
            }
            count += Long.bitCount(left[side][word]);
        }
        return count >= graph.least(side);
    }

    private void allTogether() {
        for (int side = 0; side < graph.sides(); side++) {
            int words = graph.width(side);
            long needed = (long) graph.size(side) * words;
            if (together[side] == null || together[side].length() < needed) {
                OffHeapScope.closeAll(together[side]);
                together[side] = null;
                together[side] = memory.longs(needed);
            }
            for (long i = 0; i < needed; i++) {
                together[side].set(i, -1L);
            }
            work.accept(needed);
            left[side] = new long[graph.innerWords(side)];
            for (int v = 0; v < graph.candidates(side); v++) {
                left[side][v >> 6] |= 1L << v;
            }
        }
    }

    private boolean isLeft(int side, int v) {
        return (left[side][v >> 6] >>> v & 1) != 0;
    }

    private void dropVertices(int side) {
        for (int v = 0; v < graph.candidates(side); v++) {
            if (isLeft(side, v)) {
                dropIfFew(side, v);
            }
        }
    }

    /** Drops a vertex with too few neighbors, or too few vertices of its side that may be with it. */
    private void dropIfFew(int side, int v) {
        int other = graph.other(side);
        if (sharedWith(graph.rows(side), graph.width(other), v, left[other]) < graph.least(other) - graph.missing()
                || sharedWith(together[side], graph.width(side), v, left[side]) < graph.least(side)) {
            left[side][v >> 6] &= ~(1L << v);
            changed = true;
        }
    }

    private int sharedWith(OffHeapLongs rows, int words, int v, long[] set) {
        long row = (long) v * words;
        int count = 0;
        for (int word = 0; word < set.length; word++) {
            count += Long.bitCount(rows.get(row + word) & set[word]);
        }
        work.accept(set.length);
        return count;
    }

    private int common(OffHeapLongs rows, int words, int u, int v, long[] set) {
        long first = (long) u * words;
        long second = (long) v * words;
        int count = 0;
        for (int word = 0; word < set.length; word++) {
            count += Long.bitCount(rows.get(first + word) & rows.get(second + word) & set[word]);
        }
        return count;
    }

    private void dropPairs(int side) {
        int other = graph.other(side);
        int least = graph.least(other) - 2 * graph.missing();
        OffHeapLongs rows = graph.rows(side);
        int width = graph.width(other);
        for (int u = 1; u < graph.candidates(side); u++) {
            if (!isLeft(side, u)) {
                continue;
            }
            work.accept((long) u * left[other].length);
            boolean fewer = false;
            for (int word = 0; word <= u - 1 >> 6; word++) {
                long those = left[side][word] & together[side].get((long) u * graph.width(side) + word);
                if (word == u >> 6) {
                    those &= (1L << u) - 1;
                }
                for (; those != 0; those &= those - 1) {
                    int v = (word << 6) + Long.numberOfTrailingZeros(those);
                    if (common(rows, width, u, v, left[other]) < least) {
                        drop(side, u, v);
                        fewer = true;
                    }
                }
            }
            if (fewer) {
                changed = true;
                dropIfFew(side, u);
            }
        }
    }

    private void drop(int side, int u, int v) {
        clear(together[side], (long) u * graph.width(side), v);
        clear(together[side], (long) v * graph.width(side), u);
        if (graph.sides() == 1) {
            graph.part(0, u, v);
            graph.part(0, v, u);
        }
    }

    private static void clear(OffHeapLongs rows, long row, int v) {
        rows.set(row + (v >> 6), rows.get(row + (v >> 6)) & ~(1L << v));
    }

    private void dropEdges() {
        OffHeapLongs rows = graph.rows(0);
        for (int u = 0; u < graph.candidates(0); u++) {
            if (!isLeft(0, u)) {
                continue;
            }
            for (int word = 0; word < left[1].length; word++) {
                long those = left[1][word] & rows.get((long) u * graph.width(1) + word);
                for (; those != 0; those &= those - 1) {
                    int v = (word << 6) + Long.numberOfTrailingZeros(those);
                    if (commonOf(0, u, v) < graph.least(0) - graph.missing()
                            || commonOf(1, v, u) < graph.least(1) - graph.missing()) {
                        graph.part(0, u, v);
                        graph.part(1, v, u);
                        changed = true;
                    }
                }
            }
        }
    }

    /** How many of {@code v}'s neighbors may be with {@code u}. */
    private int commonOf(int side, int u, int v) {
        long first = (long) u * graph.width(side);
        long second = (long) v * graph.width(side);
        OffHeapLongs rows = graph.rows(graph.other(side));
        int count = 0;
        work.accept(left[side].length);
        for (int word = 0; word < left[side].length; word++) {
            count += Long.bitCount(together[side].get(first + word) & rows.get(second + word) & left[side][word]);
        }
        return count;
    }

    /** Excluded vertices may be in a group that has one vertex more. */
    private void dropExcluded(int side) {
        int other = graph.other(side);
        int least = graph.least(other) - 2 * graph.missing();
        OffHeapLongs rows = graph.rows(side);
        for (int x = graph.firstExcluded(side); x < graph.size(side); x++) {
            for (int u = 0; u < graph.candidates(side); u++) {
                if (isLeft(side, u)) {
                    int more = graph.sides() == 1 && (rows.get((long) x * graph.width(0) + (u >> 6)) >>> u & 1) == 0
                            ? 1
                            : 0;
                    if (common(rows, graph.width(other), x, u, left[other]) < least + more) {
                        clear(together[side], (long) u * graph.width(side), x);
                    }
                }
            }
            work.accept((long) graph.candidates(side) * left[other].length);
        }
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(together);
    }
}
