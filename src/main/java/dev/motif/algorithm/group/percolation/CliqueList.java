package dev.motif.algorithm.group.percolation;

import dev.motif.algorithm.group.clique.FoundCliquesAlgorithm;
import dev.motif.algorithm.group.clique.FoundCliquesConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.group.clique.MaximalCliqueConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Steps;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The maximal cliques of k vertices or more with their members, and the cliques that are looked at from each vertex.
 * Vertices are numbered by a degeneracy order, from the least central one on: so the members of a clique after any one
 * of them are among its later neighbors, at most the degeneracy in number.
 */
final class CliqueList {
    private static final BigInteger MOST_CLIQUES = BigInteger.valueOf(Integer.MAX_VALUE - 1L);

    private final OrientedGraph order;

    /** How many members of a clique may come after the last one from which the clique is looked at. */
    private final int missing;

    private final OffHeapLongs starts;
    private final OffHeapInts members;
    private final OffHeapLongs startsOfVertices;
    private final OffHeapInts cliquesOfVertices;

    /**
     * Searches the cliques twice: there is memory for exactly the cliques that were counted. A clique is looked at from
     * all members but the last {@code k - 2}, which have too few after them to share {@code k - 1} vertices.
     *
     * @param scope owns the arrays
     * @throws IllegalArgumentException when there are 2^31 - 1 or more
     */
    CliqueList(UnipartiteGraph graph, PercolationConfig config, Execution execution, OffHeapScope scope) {
        MaximalCliqueConfig search = config.search();
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
        order = scope.own(DegeneracyOriented.formOf(graph, EdgeNumbers.NONE, execution.memory(), execution.workers()))
                .form()
                .oriented();
        missing = config.k() - 2;
        starts = scope.longs(count.longValueExact() + 1);
        members = scope.ints(size.longValueExact());
        startsOfVertices = scope.zeroedLongs(graph.vertexCount() + 1L);
        cliquesOfVertices = scope.ints(members.length() - missing * (long) cliqueCount());
        read(graph, search, execution);
        listByVertex(new Steps(execution.workers().cancellation()));
    }

    private void read(UnipartiteGraph graph, MaximalCliqueConfig search, Execution execution) {
        FoundCliquesConfig all = new FoundCliquesConfig(search, GroupChoice.all(Long.MAX_VALUE));
        long at = 0;
        try (FoundGroups<int[]> found = new FoundCliquesAlgorithm().cpu(graph, all, execution)) {
            for (int clique = 0; found.hasNext(); clique++) {
                int[] numbers = found.next();
                Arrays.setAll(numbers, i -> vertexCount() - 1 - order.ranks().get(numbers[i]));
                Arrays.sort(numbers);
                starts.set(clique, at);
                members.copyFrom(numbers, at);
                at += numbers.length;
                for (int i = 0; i < numbers.length - missing; i++) {
                    startsOfVertices.add(numbers[i], 1);
                }
            }
        }
        starts.set(starts.length() - 1, at);
    }

    /** Fills the lists of vertices from their ends on, so that what was their end becomes their start. */
    private void listByVertex(Steps steps) {
        long end = 0;
        for (int v = 0; v <= vertexCount(); v++) {
            end += startsOfVertices.get(v);
            startsOfVertices.set(v, end);
        }
        for (int clique = cliqueCount() - 1; clique >= 0; clique--) {
            for (long place = start(clique); place < end(clique) - missing; place++) {
                cliquesOfVertices.set(startsOfVertices.add(member(place), -1) - 1, clique);
            }
            steps.add(end(clique) - start(clique));
        }
    }

    /** The off-heap bytes of {@code cliques} cliques, which have {@code members} members in all. */
    static long bytes(int k, long vertices, long edges, long cliques, long members) {
        return OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE)
                + (vertices + cliques + 2) * Long.BYTES
                + (2 * members - (k - 2) * cliques) * Integer.BYTES;
    }

    /** The most cliques that are looked at from a vertex. */
    long mostCliques() {
        long most = 0;
        for (int v = 0; v < vertexCount(); v++) {
            most = Math.max(most, endCliqueOf(v) - firstCliqueOf(v));
        }
        return most;
    }

    /** The most members that the cliques have together that are looked at from a vertex. */
    long mostMembers(Steps steps) {
        long most = 0;
        for (int v = 0; v < vertexCount(); v++) {
            long sum = 0;
            for (long i = firstCliqueOf(v); i < endCliqueOf(v); i++) {
                sum += end(cliqueAt(i)) - start(cliqueAt(i));
            }
            steps.add(endCliqueOf(v) - firstCliqueOf(v));
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

    int vertex(int number) {
        return order.vertices().get(vertexCount() - 1 - number);
    }

    /** The number of the vertex at a place; the vertices of a clique are ascending. */
    int member(long place) {
        return members.get(place);
    }

    long placeOf(int vertex, int clique) {
        return members.lowerBound(start(clique), end(clique), vertex);
    }

    /** The first index of the cliques that are looked at from a vertex, for {@link #cliqueAt}. */
    long firstCliqueOf(int vertex) {
        return startsOfVertices.get(vertex);
    }

    /** The index after the last one of these cliques. */
    long endCliqueOf(int vertex) {
        return startsOfVertices.get(vertex + 1L);
    }

    int cliqueAt(long index) {
        return cliquesOfVertices.get(index);
    }
}
