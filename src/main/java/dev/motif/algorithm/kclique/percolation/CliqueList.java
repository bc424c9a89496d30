package dev.motif.algorithm.kclique.percolation;

import dev.motif.algorithm.kclique.maximal.FoundCliques;
import dev.motif.algorithm.kclique.maximal.FoundCliquesAlgorithm;
import dev.motif.algorithm.kclique.maximal.FoundCliquesConfig;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueAlgorithm;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueConfig;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueResult;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.math.BigInteger;

/** The maximal cliques of k vertices or more with their members, ascending, and the cliques that each vertex is in. */
final class CliqueList {
    private static final BigInteger MOST_CLIQUES = BigInteger.valueOf(Integer.MAX_VALUE - 1L);

    private final OffHeapLongs starts;
    private final OffHeapInts members;
    private final OffHeapLongs startsOfVertices;
    private final OffHeapInts cliquesOfVertices;

    /**
     * Searches the cliques twice: there is memory for exactly those that were counted.
     *
     * @param scope owns the arrays
     * @throws IllegalArgumentException when there are 2^31 - 1 or more
     */
    CliqueList(UnipartiteGraph graph, PercolationConfig config, Execution execution, OffHeapScope scope) {
        MaximalCliqueConfig search =
                new MaximalCliqueConfig(config.k(), Integer.MAX_VALUE, false, config.timeoutMillis());
        BigInteger count;
        BigInteger size = BigInteger.ZERO;
        try (MaximalCliqueResult counts = new MaximalCliqueAlgorithm().cpu(graph, search, execution)) {
            count = counts.total();
            for (int vertices = config.k(); vertices <= counts.largest(); vertices++) {
                size = size.add(counts.count(vertices).multiply(BigInteger.valueOf(vertices)));
            }
        }
        if (count.compareTo(MOST_CLIQUES) > 0) {
            throw new IllegalArgumentException("the graph has " + count
                    + " maximal cliques of `k` nodes or more; communities need fewer than 2^31 - 1");
        }
        starts = scope.longs(count.longValueExact() + 1);
        members = scope.ints(size.longValueExact());
        startsOfVertices = scope.zeroedLongs(graph.vertexCount() + 1L);
        cliquesOfVertices = scope.ints(members.length());
        read(graph, search, execution);
        listByVertex();
    }

    private void read(UnipartiteGraph graph, MaximalCliqueConfig search, Execution execution) {
        FoundCliquesConfig all = new FoundCliquesConfig(search, Long.MAX_VALUE, 0);
        long at = 0;
        try (FoundCliques found = new FoundCliquesAlgorithm().cpu(graph, all, execution)) {
            for (int clique = 0; found.hasNext(); clique++) {
                int[] vertices = found.next();
                starts.set(clique, at);
                members.copyFrom(vertices, at);
                at += vertices.length;
                for (int v : vertices) {
                    startsOfVertices.add(v, 1);
                }
            }
        }
        starts.set(starts.length() - 1, at);
    }

    /** Fills the lists of vertices from their ends on, so that what was their end becomes their start. */
    private void listByVertex() {
        long end = 0;
        for (int v = 0; v <= vertexCount(); v++) {
            end += startsOfVertices.get(v);
            startsOfVertices.set(v, end);
        }
        for (int clique = cliqueCount() - 1; clique >= 0; clique--) {
            for (long place = start(clique); place < end(clique); place++) {
                cliquesOfVertices.set(startsOfVertices.add(member(place), -1) - 1, clique);
            }
        }
    }

    /** The off-heap bytes of so many cliques, which have so many members in all. */
    static long bytes(long vertices, long cliques, long members) {
        return (vertices + cliques + 2) * Long.BYTES + 2 * members * Integer.BYTES;
    }

    /** The most cliques that a vertex is in. */
    long mostCliques() {
        long most = 0;
        for (int v = 0; v < vertexCount(); v++) {
            most = Math.max(most, endCliqueOf(v) - firstCliqueOf(v));
        }
        return most;
    }

    /** The most members that the cliques of a vertex have together. */
    long mostMembers() {
        long most = 0;
        for (int v = 0; v < vertexCount(); v++) {
            long sum = 0;
            for (long i = firstCliqueOf(v); i < endCliqueOf(v); i++) {
                sum += end(cliqueAt(i)) - start(cliqueAt(i));
            }
            most = Math.max(most, sum);
        }
        return most;
    }

    int vertexCount() {
        return (int) startsOfVertices.length() - 1;
    }

    int cliqueCount() {
        return (int) starts.length() - 1;
    }

    /** The first place of a clique's members. */
    long start(int clique) {
        return starts.get(clique);
    }

    /** The place after the last one of a clique's members. */
    long end(int clique) {
        return starts.get(clique + 1L);
    }

    /** The vertex at a place. */
    int member(long place) {
        return members.get(place);
    }

    /** The place of a vertex in a clique that it is in. */
    long placeOf(int vertex, int clique) {
        return members.lowerBound(start(clique), end(clique), vertex);
    }

    /** The first index of a vertex's cliques, for {@link #cliqueAt}. */
    long firstCliqueOf(int vertex) {
        return startsOfVertices.get(vertex);
    }

    /** The index after the last one of a vertex's cliques. */
    long endCliqueOf(int vertex) {
        return startsOfVertices.get(vertex + 1L);
    }

    int cliqueAt(long index) {
        return cliquesOfVertices.get(index);
    }
}
