package dev.motif.algorithm.butterfly.cohesion;

import dev.motif.algorithm.butterfly.peel.PeelRounds;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.RadixSort;

/**
 * The connected components of a bipartite graph, numbered by size, the largest first; ties go to the one with the
 * smallest vertex. Right vertex {@code r} is vertex {@code leftCount + r}.
 */
final class Components {
    private static final int LONGS_TO_SORT = 4;

    private final OffHeapInts componentOf;
    private final OffHeapLongs start;
    private final OffHeapInts members;

    private Components(OffHeapInts componentOf, OffHeapLongs start, OffHeapInts members) {
        this.componentOf = componentOf;
        this.start = start;
        this.members = members;
    }

    /** @param scope owns the result and what it takes to find it, see {@link #largestBytes} */
    static Components of(BipartiteGraph graph, PeelRounds rounds, NativeMemory memory, OffHeapScope scope) {
        int vertices = (int) graph.vertexCount();
        OffHeapInts parents = scope.ints(vertices);
        for (int v = 0; v < vertices; v++) {
            parents.set(v, v);
        }
        Csr left = graph.left();
        rounds.runHere(0, graph.leftCount(), (worker, from, to) -> {
            for (int u = (int) from; u < to; u++) {
                for (long slot = left.start(u); slot < left.end(u); slot++) {
                    join(parents, u, graph.leftCount() + left.neighbor(slot));
                }
            }
        });
        OffHeapInts members = scope.zeroedInts(vertices);
        OffHeapLongs start = number(parents, members, memory, scope);
        listMembers(parents, start, members);
        return new Components(parents, start, members);
    }

    /** A root is the smallest vertex of its component, so a parent is never larger than its children. */
    private static void join(OffHeapInts parents, int u, int v) {
        int a = root(parents, u);
        int b = root(parents, v);
        parents.set(Math.max(a, b), Math.min(a, b));
    }

    private static int root(OffHeapInts parents, int vertex) {
        int v = vertex;
        while (parents.get(v) != v) {
            parents.set(v, parents.get(parents.get(v)));
            v = parents.get(v);
        }
        return v;
    }

    /**
     * Replaces parents by components.
     *
     * @param sizes all 0, one for each vertex; overwritten
     * @param scope owns what is returned
     * @return the index of the first member of each component, then the number of vertices
     */
    private static OffHeapLongs number(
            OffHeapInts parents, OffHeapInts sizes, NativeMemory memory, OffHeapScope scope) {
        int vertices = (int) parents.length();
        long count = 0;
        for (int v = 0; v < vertices; v++) {
            parents.set(v, parents.get(parents.get(v)));
            count += parents.get(v) == v ? 1 : 0;
            sizes.add(parents.get(v), 1);
        }
        OffHeapLongs start = scope.longs(count + 1);
        numberBySize(sizes, start, memory);
        for (int v = 0; v < vertices; v++) {
            parents.set(v, sizes.get(parents.get(v)));
        }
        return start;
    }

    /** Replaces the size of each component by its number. */
    private static void numberBySize(OffHeapInts sizes, OffHeapLongs start, NativeMemory memory) {
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
            RadixSort.Sorted sorted =
                    RadixSort.sort(keys, roots, scope.longs(count), scope.longs(count), count, Integer.SIZE);
            long first = 0;
            for (long component = 0; component < count; component++) {
                start.set(component, first);
                first += Integer.MAX_VALUE - sorted.keys().get(component);
                sizes.set(sorted.payloads().get(component), (int) component);
            }
            start.set(count, first);
        }
    }

    private static void listMembers(OffHeapInts componentOf, OffHeapLongs start, OffHeapInts members) {
        for (int v = 0; v < componentOf.length(); v++) {
            members.set(start.add(componentOf.get(v), 1), v);
        }
        // Each start has moved to that of the next component.
        for (long component = start.length() - 1; component > 0; component--) {
            start.set(component, start.get(component - 1));
        }
        start.set(0, 0);
    }

    /** The most bytes that components of {@code vertices} take: one each. */
    static long largestBytes(long vertices) {
        return vertices * (2L * Integer.BYTES + LONGS_TO_SORT * (long) Long.BYTES) + (vertices + 1) * Long.BYTES;
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

    /** Where {@code vertex} is among the members of its component, which ascend. */
    int indexOf(long component, int vertex) {
        long first = firstMember(component);
        long low = first;
        long high = endMember(component) - 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (members.get(middle) < vertex) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return (int) (low - first);
    }
}
