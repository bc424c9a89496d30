package dev.motif.choice;

import dev.motif.graph.memory.HeapBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Lists groups of vertices that have few members in common. A group is left out when more than a certain part of its own
 * members, at most {@code maxOverlap}, are in one group that has been listed before it. So what is listed depends on the
 * order in which groups are offered. Thread-safe.
 *
 * <p>Memory: about {@link #MEMBER_BYTES} of heap for each member of a listed group.
 *
 * @param <T> a group
 */
public final class DistinctGroups<T> {
    /** About the most heap bytes that a member of a listed group takes. */
    public static final long MEMBER_BYTES = 120;

    /** How many groups a search for the largest keeps at least, since some will overlap. */
    private static final int LEAST_KEPT = 1000;

    private static final int NONE = -1;

    private final double maxOverlap;
    private final int shared;
    private final Function<T, int[][]> vertices;
    private final LargestGroups.Heap<T> heap;

    /** For each vertex the last of its memberships. */
    private final Map<Long, Integer> last = new HashMap<>();

    /** The listed group of each membership, and the one that the same vertex had before. */
    private int[] groups = new int[16];

    private int[] earlier = new int[16];
    private int memberships;

    /** How many members of the group that is looked at each listed group has; zeros in between. */
    private int[] common = new int[16];

    private int listed;

    /**
     * @param maxOverlap the most of a group, from 0 to 1, that a listed one may have too; 1 to list all
     * @param shared how many members all groups have beside their vertices
     * @param vertices gives the vertices of a group; each array has vertices of its own
     * @param heap gets the bytes of members, and is the caller's
     */
    public DistinctGroups(double maxOverlap, int shared, Function<T, int[][]> vertices, LargestGroups.Heap<T> heap) {
        this.maxOverlap = maxOverlap;
        this.shared = shared;
        this.vertices = vertices;
        this.heap = heap;
    }

    /** How many groups the search for the {@code count} largest keeps, see {@link #largest}. */
    public static int kept(int count, double maxOverlap) {
        return listsAll(maxOverlap) || count == 1 ? count : Math.max(count, LEAST_KEPT);
    }

    private static boolean listsAll(double maxOverlap) {
        return maxOverlap >= 1;
    }

    /** About the most heap bytes that {@code count} groups of {@code members} take here. */
    public static long bytes(double maxOverlap, long count, double members) {
        return listsAll(maxOverlap) ? 0 : (long) (count * members * MEMBER_BYTES);
    }

    /**
     * The most groups that {@link #largest} keeps at a time: the groups of a search, and the groups that are listed
     * already.
     */
    public static long keptAtOnce(int count, double maxOverlap) {
        return kept(count, maxOverlap) + (listsAll(maxOverlap) || count == 1 ? 0L : count);
    }

    /** Whether {@code group} would be listed now. */
    public synchronized boolean admits(T group) {
        return listsAll(maxOverlap) || listed == 0 || admits(vertices.apply(group));
    }

    /**
     * Lists {@code group}, unless too much of it has been listed; returns whether it did.
     *
     * @throws HeapBudget.Exceeded when there is no heap for its members
     */
    public synchronized boolean add(T group) {
        if (listsAll(maxOverlap)) {
            return true;
        }
        int[][] sides = vertices.apply(group);
        if (!admits(sides)) {
            return false;
        }
        heap.share()
                .add(MEMBER_BYTES
                        * Arrays.stream(sides).mapToLong(side -> side.length).sum());
        for (int side = 0; side < sides.length; side++) {
            for (int vertex : sides[side]) {
                groups = withRoom(groups, memberships);
                earlier = withRoom(earlier, memberships);
                groups[memberships] = listed;
                Integer before = last.put(key(side, vertex), memberships);
                earlier[memberships++] = before == null ? NONE : before;
            }
        }
        common = withRoom(common, listed++);
        return true;
    }

    private static int[] withRoom(int[] array, int index) {
        return index < array.length
                ? array
                : Arrays.copyOf(array, Math.max(index + 1, (int) Math.min(2L * index, Integer.MAX_VALUE - 8L)));
    }

    private static long key(int side, int vertex) {
        return (long) side << Integer.SIZE | vertex;
    }

    private boolean admits(int[][] sides) {
        long members =
                shared + Arrays.stream(sides).mapToLong(side -> side.length).sum();
        int most = count(sides);
        forget(sides);
        return listed == 0 || (double) (shared + most) / members <= maxOverlap;
    }

    /** Counts the members of each listed group; returns the most. */
    private int count(int[][] sides) {
        int most = 0;
        for (int side = 0; side < sides.length; side++) {
            for (int vertex : sides[side]) {
                for (int at = last.getOrDefault(key(side, vertex), NONE); at != NONE; at = earlier[at]) {
                    most = Math.max(most, ++common[groups[at]]);
                }
            }
        }
        return most;
    }

    private void forget(int[][] sides) {
        for (int side = 0; side < sides.length; side++) {
            for (int vertex : sides[side]) {
                for (int at = last.getOrDefault(key(side, vertex), NONE); at != NONE; at = earlier[at]) {
                    common[groups[at]] = 0;
                }
            }
        }
    }

    /**
     * Lists groups from the largest on, by one search after the other: each finds the largest group that overlaps with
     * no listed one, so that no group that should be listed is missed.
     *
     * @param count how many to list
     * @param search finds the first {@link #kept} of the groups that are admitted, or all where there are fewer, always
     *     in the same order; keeps them in the heap of this
     */
    public List<T> largest(int count, Function<Predicate<T>, List<T>> search) {
        List<T> all = new ArrayList<>();
        int found;
        do {
            List<T> next = search.apply(this::admits);
            for (T group : next) {
                if (all.size() < count && add(group)) {
                    all.add(group);
                } else {
                    heap.release(group);
                }
            }
            found = next.size();
        } while (all.size() < count && found == kept(count, maxOverlap));
        return all;
    }
}
