package dev.motif.algorithm.group.cohesion;

import dev.motif.graph.DisjointSets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Team;

/**
 * The connected components of a graph, numbered by size, the largest first; of components of the same size
 * the one with the smallest vertex comes first. Vertices have the ids of {@link VertexRows}.
 */
record Components(OffHeapInts componentOf, OffHeapLongs start, OffHeapInts members) {
    /** The name of the stage. */
    static final String STAGE = "finding components";

    private static final int LONGS_TO_SORT = 4;

    /**
     * Finds the components of a graph on the calling thread.
     *
     * @param scope owns the result and all that it takes to find it; {@link #bytes} is the most that it holds
     */
    static Components of(VertexRows rows, Team team, NativeMemory memory, OffHeapScope scope) {
        int vertices = rows.count;
        OffHeapInts parents = scope.ints(vertices);
        DisjointSets sets = new DisjointSets(parents);
        Steps steps = new Steps(team.workers().cancellation());
        team.runHere(vertices, (worker, from, to) -> {
            for (int u = (int) from; u < to; u++) {
                for (long slot = rows.firstForward(u); slot < rows.end(u); slot++) {
                    sets.join(u, rows.neighbor(u, slot));
                    steps.add();
                }
            }
        });
        OffHeapInts members = scope.zeroedInts(vertices);
        OffHeapLongs start = number(parents, members, memory, team.workers().cancellation(), scope);
        listMembers(parents, start, members, steps);
        return new Components(parents, start, members);
    }

    /**
     * Replaces the parent of each vertex by the number of its component.
     *
     * @param sizes one for each vertex, all 0; overwritten
     * @param scope owns what is returned
     * @return for each component the index of its first member, then the number of vertices
     */
    private static OffHeapLongs number(
            OffHeapInts parents,
            OffHeapInts sizes,
            NativeMemory memory,
            Cancellation cancellation,
            OffHeapScope scope) {
        int vertices = (int) parents.length();
        Steps steps = new Steps(cancellation);
        long count = 0;
        for (int v = 0; v < vertices; v++) {
            parents.set(v, parents.get(parents.get(v)));
            count += parents.get(v) == v ? 1 : 0;
            sizes.add(parents.get(v), 1);
            steps.add();
        }
        OffHeapLongs start = scope.longs(count + 1);
        numberBySize(sizes, start, memory, cancellation);
        for (int v = 0; v < vertices; v++) {
            parents.set(v, sizes.get(parents.get(v)));
            steps.add();
        }
        return start;
    }

    /**
     * Replaces the size of each component, which is kept at its root, by its number; sets {@code start} to the index of
     * the first member of each component.
     */
    private static void numberBySize(
            OffHeapInts sizes, OffHeapLongs start, NativeMemory memory, Cancellation cancellation) {
        long count = start.length() - 1;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs keys = scope.longs(count);
            OffHeapLongs roots = scope.longs(count);
            long next = 0;
            for (int v = 0; v < sizes.length(); v++) {
                if (sizes.get(v) > 0) {
                    keys.set(next, Integer.MAX_VALUE - sizes.get(v));
                    roots.set(next++, v);
                }
            }
            RadixSort.Sorted sorted = RadixSort.sort(
                    keys, roots, scope.longs(count), scope.longs(count), count, Integer.SIZE, cancellation);
            long first = 0;
            for (long component = 0; component < count; component++) {
                start.set(component, first);
                first += Integer.MAX_VALUE - sorted.keys().get(component);
                sizes.set(sorted.payloads().get(component), (int) component);
            }
            start.set(count, first);
        }
    }

    /** Fills {@code members} with the vertices, component by component, ascending in each. */
    private static void listMembers(OffHeapInts componentOf, OffHeapLongs start, OffHeapInts members, Steps steps) {
        for (int v = 0; v < componentOf.length(); v++) {
            members.set(start.add(componentOf.get(v), 1), v);
            steps.add();
        }
        // Filling has moved the start of each component to the start of the next one; this moves them back.
        for (long component = start.length() - 1; component > 0; component--) {
            start.set(component, start.get(component - 1));
        }
        start.set(0, 0);
    }

    /** The most bytes that {@code components} components of a graph take, while they are found. */
    static long bytes(long vertices, long components) {
        return vertices * 2L * Integer.BYTES + components * LONGS_TO_SORT * Long.BYTES + (components + 1) * Long.BYTES;
    }

    long count() {
        return start.length() - 1;
    }

    int componentOf(int vertex) {
        return componentOf.get(vertex);
    }

    long firstMember(long component) {
        return start.get(component);
    }

    long endMember(long component) {
        return start.get(component + 1);
    }

    int size(long component) {
        return (int) (endMember(component) - firstMember(component));
    }

    int member(long position) {
        return members.get(position);
    }

    /**
     * The position of {@code vertex} among the members of its component, from 0; they are in ascending order. A binary
     * search.
     */
    int indexOf(long component, int vertex) {
        long first = firstMember(component);
        return (int) (members.lowerBound(first, endMember(component), vertex) - first);
    }
}
