package dev.motif.algorithm.level.community;

import dev.motif.graph.Csr;
import dev.motif.graph.DisjointSets;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The elements in descending order of their levels, and the sets that they are joined to by the connections down to the
 * current level. Several threads may join at once.
 */
public final class Joins {
    private static final int NONE = 0;
    private static final int NEIGHBORS_AT_ONCE = 1 << 8;

    private final OffHeapInts positions;
    private final DisjointSets sets;

    /**
     * The community that each set was when the last level ended, plus 1, by the root of the set; {@link #NONE} without
     * any.
     */
    private final OffHeapInts communities;

    /** The roots of sets with communities that were joined to others at this level. */
    private final OffHeapInts joined;

    private final AtomicInteger joinedCount = new AtomicInteger();

    /** The positions to join an element with, by worker. */
    private final int[][] earlier;

    /** @param positions by element, its position in the descending order; behind all others where it is in no community */
    Joins(OffHeapInts positions, int workers, OffHeapScope scope) {
        this.earlier = new int[workers][NEIGHBORS_AT_ONCE];
        this.positions = positions;
        this.sets = new DisjointSets(scope.ints(positions.length()));
        this.communities = scope.zeroedInts(positions.length());
        this.joined = scope.ints(positions.length());
    }

    /** The off-heap bytes beside the positions. */
    static long bytes(long elements) {
        return 3 * elements * Integer.BYTES;
    }

    /**
     * The position of an element in the descending order of levels; behind all others where it is in no community.
     *
     * @param element as {@link Connections#element} numbers it
     */
    public int position(int element) {
        return positions.get(element);
    }

    /** Joins the sets of the elements at two positions, of which none comes after the one that is being joined. */
    public void join(int one, int other) {
        int root = sets.join(one, other);
        if (root >= 0 && communities.get(root) != NONE) {
            joined.set(joinedCount.getAndIncrement(), root);
        }
    }

    /**
     * Joins the vertex at a position with its neighbors before it.
     *
     * @param row of the vertex
     * @param first the element that neighbor 0 is
     * @return how many neighbors were joined
     */
    public int joinNeighbors(int worker, Csr rows, int row, int first, int position) {
        int[] found = earlier[worker];
        int all = 0;
        long end = rows.end(row);
        for (long from = rows.start(row); from < end; from += NEIGHBORS_AT_ONCE) {
            long to = Math.min(end, from + NEIGHBORS_AT_ONCE);
            int count = 0;
            for (long slot = from; slot < to; slot++) {
                int other = positions.get(first + (long) rows.neighbor(slot));
                found[count] = other;
                // 1 or 0 instead of a branch, which could not be predicted.
                count += other - position >>> Integer.SIZE - 1;
            }
            for (int i = 0; i < count; i++) {
                join(found[i], position);
            }
            all += count;
        }
        return all;
    }

    /**
     * Ends a level: the sets of the elements at {@code [from, to)} become communities of it.
     *
     * @param of receives the community of each of these elements, by position
     * @param parents receives for each community the one that it has become a part of, -1 for new ones
     * @param count the communities that there are
     * @return how many there are now
     */
    int endLevel(int from, int to, OffHeapInts of, OffHeapInts parents, int count) {
        int next = count;
        for (int position = from; position < to; position++) {
            int root = sets.root(position);
            int community = communities.get(root) - 1;
            if (community < count) {
                if (community >= 0) {
                    parents.set(community, next);
                }
                parents.set(next, -1);
                community = next++;
                communities.set(root, community + 1);
            }
            of.set(position, community);
        }
        for (int i = joinedCount.getAndSet(0) - 1; i >= 0; i--) {
            int root = joined.get(i);
            parents.set(communities.get(root) - 1, communities.get(sets.root(root)) - 1);
        }
        return next;
    }
}
