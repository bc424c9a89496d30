package dev.motif.algorithm.level.community;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;

/**
 * Counts what communities consist of, and numbers them. They have places in depth-first order here, parents first, so that
 * a community and all its parts are side by side, and so are their elements.
 *
 * <p>A vertex that several elements bring counts once in each community: it is added at the place of each of these
 * elements, and taken from the smallest community that has both this place and the one before with that vertex. The sums
 * over the parts of a community are right then.
 */
final class Figures implements Connections.Extent {
    private static final int ELEMENTS_PER_CHECK = 1 << 14;

    private final int count;
    private final NativeMemory memory;
    private final Cancellation cancellation;
    private final OffHeapScope scope;

    /** The place of each community, by its number when it was found. */
    private final OffHeapInts places;

    /** The place of the parent of each place, -1 for none, and the first place behind all its parts. */
    private final OffHeapInts parents;

    private final OffHeapInts behind;

    /** The numbers that the elements bring to the community at each place alone; in the end the sums with its parts. */
    private final OffHeapInts left;

    private final OffHeapInts right;
    private final OffHeapLongs edges;

    /** The edges that elements say, likewise; without room where they say none. */
    private final OffHeapInts said;

    /** The last place with each vertex, plus 1; 0 before. */
    private final OffHeapInts lastOfLeft;

    private final OffHeapInts lastOfRight;

    /** Likewise by edge. */
    private final OffHeapInts lastOfEdge;

    /** The places of the current community and of all communities that it is a part of, outermost first. */
    private final OffHeapInts path;

    private int depth;

    /**
     * @param saidEdges the number of edges, 0 where elements say none
     * @param parentOf by community, the one that it is a part of, which has a greater number; -1 for none
     * @param scope owns the memory
     */
    Figures(
            OffHeapInts parentOf,
            int leftCount,
            int rightCount,
            long saidEdges,
            NativeMemory memory,
            Cancellation cancellation,
            OffHeapScope scope) {
        this.count = (int) parentOf.length();
        this.memory = memory;
        this.cancellation = cancellation;
        this.scope = scope;
        places = scope.ints(count);
        parents = scope.ints(count);
        behind = scope.ints(count);
        left = scope.zeroedInts(count);
        right = scope.zeroedInts(count);
        edges = scope.zeroedLongs(count);
        lastOfLeft = scope.zeroedInts(leftCount);
        lastOfRight = scope.zeroedInts(rightCount);
        said = scope.zeroedInts(saidEdges == 0 ? 0 : count);
        lastOfEdge = scope.zeroedInts(saidEdges);
        path = scope.ints(count);
        place(parentOf);
    }

    /** The most bytes at once, including the bytes of the result. */
    static long bytes(long communities, long elements, long vertices) {
        return communities * (9L * Integer.BYTES + 6L * Long.BYTES + Hierarchy.BYTES_PER_COMMUNITY)
                + (elements + vertices + 1) * Integer.BYTES;
    }

    /** The additional bytes where elements say their edges. */
    static long edgeBytes(long communities, long edges) {
        return (communities + edges) * Integer.BYTES;
    }

    private void place(OffHeapInts parentOf) {
        try (OffHeapScope placing = new OffHeapScope(memory)) {
            // Until a community has its place the number of its parts, then the place of the next one of these.
            OffHeapInts parts = placing.zeroedInts(count);
            for (int community = 0; community < count; community++) {
                if (parentOf.get(community) >= 0) {
                    parts.add(parentOf.get(community), parts.get(community) + 1);
                }
            }
            int next = 0;
            for (int community = count - 1; community >= 0; community--) {
                int parent = parentOf.get(community);
                int size = parts.get(community) + 1;
                int place = parent < 0 ? next : parts.add(parent, size);
                next += parent < 0 ? size : 0;
                parts.set(community, place + 1);
                places.set(community, place);
                parents.set(place, parent < 0 ? -1 : places.get(parent));
                behind.set(place, place + size);
            }
        }
    }

    /**
     * Fills the result.
     *
     * @param order the indexes of the elements
     * @param levels the level of each of them, descending
     * @param brought the edges that each of them brings
     */
    void count(
            Connections connections,
            OffHeapInts order,
            OffHeapLongs levels,
            OffHeapInts communities,
            OffHeapInts brought,
            Hierarchy result) {
        OffHeapInts members = result.members;
        OffHeapInts starts = scope.zeroedInts(count + 1L);
        group(order, communities, members, starts);
        for (int place = 0; place < count; place++) {
            step(place);
            for (long i = starts.get(place); i < starts.get(place + 1L); i++) {
                checkSometimes(i);
                connections.describe(members.get(i), this);
            }
        }
        for (long i = 0; i < members.length(); i++) {
            checkSometimes(i);
            edges.add(places.get(communities.get(i)), brought.get(i));
        }
        for (long place = 0; place < said.length(); place++) {
            edges.add(place, said.get(place));
        }
        for (int place = count - 1; place >= 0; place--) {
            int parent = parents.get(place);
            if (parent >= 0) {
                left.add(parent, left.get(place));
                right.add(parent, right.get(place));
                edges.add(parent, edges.get(place));
            }
        }
        OffHeapInts numbers = scope.ints(count);
        number(levels, communities, members.length(), numbers, result.levels);
        for (int place = 0; place < count; place++) {
            int community = numbers.get(place);
            result.parents.set(community, parents.get(place) < 0 ? -1 : numbers.get(parents.get(place)));
            result.left.set(community, left.get(place));
            result.right.set(community, right.get(place));
            result.edges.set(community, edges.get(place));
            result.starts.set(community, starts.get(place));
            result.ends.set(community, starts.get(behind.get(place)));
        }
        for (long index = 0; index < result.ofIndex.length(); index++) {
            result.ofIndex.set(index, -1);
        }
        for (long i = 0; i < members.length(); i++) {
            checkSometimes(i);
            result.ofIndex.set(order.get(i), numbers.get(places.get(communities.get(i))));
        }
    }

    /** Brings the elements of each place side by side. */
    private void group(OffHeapInts order, OffHeapInts communities, OffHeapInts members, OffHeapInts starts) {
        for (long i = 0; i < members.length(); i++) {
            checkSometimes(i);
            starts.add(places.get(communities.get(i)), 1);
        }
        int end = 0;
        for (int place = 0; place <= count; place++) {
            end += starts.get(place);
            starts.set(place, end);
        }
        for (long i = members.length() - 1; i >= 0; i--) {
            checkSometimes(i);
            int place = places.get(communities.get(i));
            members.set(starts.add(place, -1) - 1, order.get(i));
        }
    }

    /** Numbers the places by level, the highest first, and by vertices, the most first; also sets the levels. */
    private void number(
            OffHeapLongs levels, OffHeapInts communities, long members, OffHeapInts numbers, OffHeapLongs ofNumber) {
        try (OffHeapScope sorting = new OffHeapScope(memory)) {
            OffHeapLongs keys = sorting.longs(count);
            OffHeapLongs sortedPlaces = sorting.longs(count);
            int next = 0;
            long rank = 0;
            for (long i = 0; i < members; i++) {
                checkSometimes(i);
                rank += i > 0 && levels.get(i) != levels.get(i - 1) ? 1 : 0;
                if (communities.get(i) == next) {
                    int place = places.get(next);
                    long vertices = (long) left.get(place) + right.get(place);
                    keys.set(next, rank << Integer.SIZE | (1L << Integer.SIZE) - 1 - vertices);
                    sortedPlaces.set(next, place);
                    // All communities of a level have smaller numbers than the communities of the next level.
                    ofNumber.set(next++, levels.get(i));
                }
            }
            RadixSort.Sorted sorted = RadixSort.sort(
                    keys,
                    sortedPlaces,
                    sorting.longs(count),
                    sorting.longs(count),
                    count,
                    Integer.SIZE + Long.SIZE - Long.numberOfLeadingZeros(rank),
                    cancellation);
            for (int i = 0; i < count; i++) {
                numbers.set(sorted.payloads().get(i), i);
            }
        }
    }

    private void step(int place) {
        while (depth > 0 && path.get(depth - 1L) != parents.get(place)) {
            depth--;
        }
        path.set(depth++, place);
    }

    @Override
    public void left(int vertex) {
        bring(vertex, lastOfLeft, left);
    }

    @Override
    public void right(int vertex) {
        bring(vertex, lastOfRight, right);
    }

    @Override
    public void edge(int edge) {
        bring(edge, lastOfEdge, said);
    }

    private void bring(int vertex, OffHeapInts lastOf, OffHeapInts sums) {
        int place = path.get(depth - 1L);
        int last = lastOf.get(vertex) - 1;
        if (last != place) {
            lastOf.set(vertex, place + 1);
            sums.add(place, 1);
            if (last >= path.get(0)) {
                sums.add(smallestWith(last), -1);
            }
        }
    }

    /** The smallest community on the path with a place before the one in hand: the last one that does not begin behind it. */
    private int smallestWith(int place) {
        long at = path.lowerBound(0, depth, place + 1);
        return path.get(at - 1);
    }

    private void checkSometimes(long element) {
        if (element % ELEMENTS_PER_CHECK == 0) {
            cancellation.check();
        }
    }
}
