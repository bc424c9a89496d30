package dev.motif.bench.baseline.butterfly;

import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/**
 * BFC-VP and its two cache-aware strategies, of which BFC-VP++ has both. A vertex of a larger degree has a higher
 * priority. BFC-VP walks the wedges whose start has the highest priority of the three vertices, so each butterfly is found
 * from its vertex of the highest priority; the ends, whose counters are accessed for every wedge, are scattered.
 *
 * @param endsFirst the wedge processing: the end has the highest priority, so few counters take most accesses
 * @param projected the graph projection: vertices are numbered by priority, so these counters lie together
 */
record VertexPriority(boolean endsFirst, boolean projected) implements ButterflyBaseline.Counting {
    @Override
    public BigInteger count(BipartiteGraph graph, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Vertices vertices = execution.time(Stage.PREPARE, () -> prepare(graph, execution, scope));
            int count = vertices.rows.vertexCount();
            return execution.time(
                    Stage.COMPUTE,
                    () -> StartVertices.sum(
                            count, execution.workers(), worker -> new Map(vertices, endsFirst)::countFrom));
        }
    }

    private Vertices prepare(BipartiteGraph graph, Execution execution, OffHeapScope scope) {
        RankedGraph ranked = scope.own(RankedGraph.of(graph, execution.memory(), execution.workers()));
        if (projected) {
            return new Vertices(ranked.adjacency(), null);
        }
        Csr rows = ranked.adjacency();
        int leftCount = graph.leftCount();
        int count = rows.vertexCount();
        OffHeapInts ranks = scope.ints(count);
        OffHeapInts vertexAt = scope.ints(count);
        for (int vertex = 0; vertex < count; vertex++) {
            int rank = vertex < leftCount ? ranked.rankOfLeft(vertex) : ranked.rankOfRight(vertex - leftCount);
            ranks.set(vertex, rank);
            vertexAt.set(rank, vertex);
        }
        OffHeapLongs offsets = scope.longs(count + 1L);
        OffHeapInts neighbors = scope.ints(rows.slotCount());
        long next = 0;
        for (int vertex = 0; vertex < count; vertex++) {
            offsets.set(vertex, next);
            int rank = ranks.get(vertex);
            for (long slot = rows.start(rank); slot < rows.end(rank); slot++) {
                neighbors.set(next++, vertexAt.get(rows.neighbor(slot)));
            }
        }
        offsets.set(count, next);
        return new Vertices(new Csr(offsets, neighbors), ranks);
    }

    /**
     * All vertices in one numbering.
     *
     * @param rows the neighbors of each vertex by descending priority
     * @param ranks rank 0 has the highest priority; null when vertices are their own ranks
     */
    private record Vertices(Csr rows, OffHeapInts ranks) {
        int rank(int vertex) {
            return ranks == null ? vertex : ranks.get(vertex);
        }
    }

    /** The wedges of one start vertex by their end. */
    private static final class Map {
        private final Vertices vertices;
        private final Csr rows;
        private final boolean endsFirst;
        private final int[] wedges;
        private final int[] ends;
        private int found;

        Map(Vertices vertices, boolean endsFirst) {
            this.vertices = vertices;
            this.rows = vertices.rows;
            this.endsFirst = endsFirst;
            this.wedges = new int[rows.vertexCount()];
            this.ends = new int[rows.vertexCount()];
        }

        void countFrom(int u, ExactSum sum, Workers.Group group) {
            found = 0;
            if (endsFirst) {
                walkToFirst(u, group);
            } else {
                walkFromFirst(u, group);
            }
            for (int i = 0; i < found; i++) {
                sum.add(Counts.pairs(wedges[ends[i]]));
                wedges[ends[i]] = 0;
            }
        }

        /** Wedges whose end has the highest priority: rows begin with these. */
        private void walkToFirst(int u, Workers.Group group) {
            int ofU = vertices.rank(u);
            for (long i = rows.start(u); i < rows.end(u) && !group.stopped(); i++) {
                int v = rows.neighbor(i);
                int limit = Math.min(ofU, vertices.rank(v));
                long endOfV = rows.end(v);
                for (long j = rows.start(v); j < endOfV; j++) {
                    int w = rows.neighbor(j);
                    if (vertices.rank(w) >= limit) {
                        break;
                    }
                    add(w);
                }
            }
        }

        /** Wedges whose start has the highest priority: rows end with the others. */
        private void walkFromFirst(int u, Workers.Group group) {
            int ofU = vertices.rank(u);
            for (long i = rows.end(u) - 1; i >= rows.start(u) && !group.stopped(); i--) {
                int v = rows.neighbor(i);
                if (vertices.rank(v) <= ofU) {
                    break;
                }
                long startOfV = rows.start(v);
                for (long j = rows.end(v) - 1; j >= startOfV; j--) {
                    int w = rows.neighbor(j);
                    if (vertices.rank(w) <= ofU) {
                        break;
                    }
                    add(w);
                }
            }
        }

        private void add(int w) {
            if (wedges[w]++ == 0) {
                ends[found++] = w;
            }
        }
    }
}
