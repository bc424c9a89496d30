package dev.motif.algorithm.count.triad;

import dev.motif.algorithm.count.triad.Triad.Dyad;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Workers;

/**
 * A graph ordered by degree whose edges have arcs, and the degrees of its vertices by arcs.
 *
 * @param ranked the edges, each from the vertex of the higher rank to the one of the lower
 * @param dyads for each slot of {@code ranked} the arcs of the edge, seen from the vertex of the higher rank
 * @param neighbors for each rank the numbers of neighbors by dyad, seen from it: out, in, mutual
 */
record TriadRows(OrientedGraph ranked, OffHeapInts dyads, OffHeapInts neighbors) {
    private static final long KINDS = 3;
    private static final long VERTICES_PER_TASK = 1 << 10;

    /**
     * Looks the arcs of all edges up.
     *
     * @param ranked of {@code graph}, with the numbers of its edges
     * @param scope owns the arrays
     */
    static TriadRows of(
            UnipartiteGraph graph,
            OrientedGraph ranked,
            EdgeDirections directions,
            OffHeapScope scope,
            Workers workers) {
        TriadRows made =
                new TriadRows(ranked, scope.ints(graph.edgeCount()), scope.zeroedInts(KINDS * graph.vertexCount()));
        workers.forRanges(graph.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int u = (int) from; u < to; u++) {
                made.fill(u, directions);
            }
        });
        return made;
    }

    /** The off-heap bytes of the arrays beside the ranked graph. */
    static long bytes(long vertices, long edges) {
        return edges * Integer.BYTES + KINDS * vertices * Integer.BYTES;
    }

    private void fill(int u, EdgeDirections directions) {
        int vertex = ranked.vertices().get(u);
        int[] own = new int[1 + (int) KINDS];
        for (long slot = ranked.adjacency().start(u); slot < ranked.adjacency().end(u); slot++) {
            int w = ranked.adjacency().neighbor(slot);
            int dyad = (int) directions.of(ranked.edges().get(slot));
            if (vertex > ranked.vertices().get(w)) {
                dyad = Dyad.reversed(dyad);
            }
            dyads.set(slot, dyad);
            own[dyad]++;
            neighbors.getAndAdd(index(w, Dyad.reversed(dyad)), 1);
        }
        for (int dyad = Dyad.OUT; dyad <= Dyad.MUTUAL; dyad++) {
            neighbors.getAndAdd(index(u, dyad), own[dyad]);
        }
    }

    private static long index(int rank, int dyad) {
        return KINDS * rank + dyad - 1;
    }

    /** How many neighbors of a rank have this dyad, seen from it. */
    long count(int rank, int dyad) {
        return neighbors.get(index(rank, dyad));
    }
}
