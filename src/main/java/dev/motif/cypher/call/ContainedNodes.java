package dev.motif.cypher.call;

import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.InducedSubgraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;
import dev.motif.projection.NodeIds;
import dev.motif.projection.ProjectedGraph;
import java.util.List;

/**
 * The nodes that all bicliques or cliques of a call must contain: its parameter {@value #KEY}. The algorithm then works
 * on a part of the graph, in which it finds nothing else.
 *
 * @param ids the ids of the nodes, without repetitions; none for a call that works on the whole graph
 */
public record ContainedNodes(List<Long> ids) {
    /** The name of the parameter. */
    public static final String KEY = "contains";

    /** The most nodes that a call may give. */
    public static final int MOST = 100;

    /** For a call that works on the whole graph. */
    public static final ContainedNodes NONE = new ContainedNodes(List.of());

    /** @throws IllegalArgumentException when the value is wrong */
    public static ContainedNodes of(Configuration configuration) {
        return new ContainedNodes(configuration.nodeIds(KEY, MOST));
    }

    public boolean isEmpty() {
        return ids.isEmpty();
    }

    public int count() {
        return ids.size();
    }

    /**
     * The part of {@code whole} around these nodes, which are one or more: the bicliques that contain them in a bipartite
     * graph, see {@link InducedSubgraph#ofBicliquesWith}, or their common neighbors in a unipartite one. The caller owns
     * it.
     *
     * @throws IllegalArgumentException when a node is not in the graph
     */
    ProjectedGraph partOf(ProjectedGraph whole, NativeMemory memory, Workers workers) {
        InducedSubgraph part = whole.graph() instanceof BipartiteGraph bipartite
                ? InducedSubgraph.ofBicliquesWith(
                        bipartite,
                        vertices(ids.stream().filter(id -> !isRight(id, whole)).toList(), whole.left()),
                        vertices(ids.stream().filter(id -> isRight(id, whole)).toList(), whole.right()),
                        memory,
                        workers)
                : InducedSubgraph.ofCliquesWith(
                        (UnipartiteGraph) whole.graph(), vertices(ids, whole.left()), memory, workers);
        return whole.of(part, memory, workers);
    }

    /** Whether these nodes form a clique of {@code whole}, the unipartite graph of the call. */
    public boolean areClique(ProjectedGraph whole) {
        return ((UnipartiteGraph) whole.graph()).isClique(vertices(ids, whole.left()));
    }

    private static boolean isRight(long id, ProjectedGraph whole) {
        return whole.right().vertex(id) >= 0;
    }

    private static int[] vertices(List<Long> ids, NodeIds nodes) {
        return ids.stream().mapToInt(id -> vertex(id, nodes)).toArray();
    }

    private static int vertex(long id, NodeIds nodes) {
        int vertex = nodes.vertex(id);
        if (vertex < 0) {
            throw new IllegalArgumentException(
                    "`" + KEY + "` must be nodes of the graph, but node " + id + " is not in the graph");
        }
        return vertex;
    }
}
