package dev.motif.bench.baseline.butterfly;

import dev.motif.backend.Counts;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import java.math.BigInteger;

/**
 * The edge direction of G-BFC exactly as Section 6 and Algorithm 4 of its paper have it, which is wrong: it loses
 * butterflies. The vertex of the largest degree that has no priority yet takes the next one, then its neighbors that have
 * none take theirs. Each edge is stored once, from the higher priority to the lower, and the butterflies of a vertex are the
 * pairs of directed wedges with the same end. A butterfly is found only when the vertex opposite its first one comes last.
 *
 * <p>Where degrees are equal the paper leaves the choice open; here the left side goes first, then the smaller number.
 *
 * @param butterflies what it counts
 * @param wedges the wedges that it walks
 * @param graphBytes the bytes of the directed graph
 */
public record PublishedDirection(BigInteger butterflies, long wedges, long graphBytes) {
    /** Directs the edges, which is the preparation, and counts with one thread. */
    public static PublishedDirection count(BipartiteGraph graph, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Csr directed = execution.time(Stage.PREPARE, () -> direct(graph, execution, scope));
            return execution.time(Stage.COMPUTE, () -> count(directed, execution));
        }
    }

    private static Csr direct(BipartiteGraph graph, Execution execution, OffHeapScope scope) {
        Csr rows = scope.own(RankedGraph.of(graph, execution.memory(), execution.workers()))
                .adjacency();
        OffHeapInts places = places(rows, scope);
        int count = rows.vertexCount();
        OffHeapLongs offsets = scope.longs(count + 1L);
        OffHeapInts neighbors = scope.ints(graph.edgeCount());
        long next = 0;
        for (int u = 0; u < count; u++) {
            offsets.set(u, next);
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                if (places.get(u) < places.get(rows.neighbor(slot))) {
                    neighbors.set(next++, rows.neighbor(slot));
                }
            }
        }
        offsets.set(count, next);
        return new Csr(offsets, neighbors);
    }

    /** The place of each vertex in the order of priorities, the highest of which is 0. */
    private static OffHeapInts places(Csr rows, OffHeapScope scope) {
        OffHeapInts places = scope.ints(rows.vertexCount());
        for (int v = 0; v < rows.vertexCount(); v++) {
            places.set(v, -1);
        }
        int next = 0;
        for (int v = 0; v < rows.vertexCount(); v++) {
            if (places.get(v) < 0) {
                places.set(v, next++);
                for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                    if (places.get(rows.neighbor(slot)) < 0) {
                        places.set(rows.neighbor(slot), next++);
                    }
                }
            }
        }
        return places;
    }

    private static PublishedDirection count(Csr directed, Execution execution) {
        int[] ends = new int[directed.vertexCount()];
        int[] found = new int[directed.vertexCount()];
        BigInteger total = BigInteger.ZERO;
        long wedges = 0;
        for (int u = 0; u < directed.vertexCount(); u++) {
            execution.workers().cancellation().check();
            int count = 0;
            for (long i = directed.start(u); i < directed.end(u); i++) {
                int v = directed.neighbor(i);
                for (long j = directed.start(v); j < directed.end(v); j++) {
                    int w = directed.neighbor(j);
                    wedges++;
                    if (ends[w]++ == 0) {
                        found[count++] = w;
                    }
                }
            }
            long butterflies = 0;
            for (int i = 0; i < count; i++) {
                butterflies = Math.addExact(butterflies, Counts.pairs(ends[found[i]]));
                ends[found[i]] = 0;
            }
            if (butterflies > 0) {
                total = total.add(BigInteger.valueOf(butterflies));
            }
        }
        return new PublishedDirection(total, wedges, directed.bytes());
    }
}
