package dev.motif.algorithm.group.cohesion;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;

/**
 * Counts bridges: edges whose deletion disconnects a component. A search in depth numbers the vertices in the order in which
 * it finds them; the edge to a vertex is a bridge when no edge leads from what was found behind it to what was found before.
 * Several threads may count at once, each in a component of its own.
 *
 * <p>Source: Tarjan, "A Note on Finding the Bridges of a Graph", Information Processing Letters 2(6), 1974,
 * doi:10.1016/0020-0190(74)90003-9.
 */
final class Bridges {
    private static final long STEPS_BETWEEN_POLLS = 1 << 16;

    private final VertexRows rows;

    /** When a vertex was found, from 1; 0 before that. */
    private final OffHeapInts found;

    /**
     * The vertex that was found first among all vertices to which edges lead from a vertex and from its descendants.
     */
    private final OffHeapInts lowest;

    /** The vertex from which each vertex was found. */
    private final OffHeapInts parents;

    /** The next slot of a vertex to be looked at. */
    private final OffHeapLongs slots;

    /** @param scope owns the arrays */
    Bridges(VertexRows rows, OffHeapScope scope) {
        this.rows = rows;
        this.found = scope.zeroedInts(rows.count);
        this.lowest = scope.ints(rows.count);
        this.parents = scope.ints(rows.count);
        this.slots = scope.longs(rows.count);
    }

    /** The off-heap bytes. */
    static long bytes(long vertices) {
        return vertices * (3L * Integer.BYTES + Long.BYTES);
    }

    /** The bridges of the component of {@code root}, which was not searched before. Takes O(vertices + edges). */
    long count(int root, Cancellation cancellation) {
        long bridges = 0;
        int last = 1;
        find(root, root, last);
        int v = root;
        for (long step = 1; v != root || slots.get(root) < rows.end(root); step++) {
            if (step % STEPS_BETWEEN_POLLS == 0) {
                cancellation.check();
            }
            long slot = slots.get(v);
            if (slot < rows.end(v)) {
                int w = rows.neighbor(v, slot);
                slots.set(v, slot + 1);
                if (found.get(w) == 0) {
                    find(w, v, ++last);
                    v = w;
                } else if (w != parents.get(v)) {
                    lowest.set(v, Math.min(lowest.get(v), found.get(w)));
                }
            } else {
                int parent = parents.get(v);
                bridges += lowest.get(v) == found.get(v) ? 1 : 0;
                lowest.set(parent, Math.min(lowest.get(parent), lowest.get(v)));
                v = parent;
            }
        }
        return bridges;
    }

    private void find(int vertex, int parent, int number) {
        found.set(vertex, number);
        lowest.set(vertex, number);
        parents.set(vertex, parent);
        slots.set(vertex, rows.start(vertex));
    }
}
