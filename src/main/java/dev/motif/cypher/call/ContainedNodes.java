package dev.motif.cypher.call;

import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.InducedSubgraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.parallel.Workers;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes that all bicliques or cliques of a call must contain: its parameter {@value #KEY}. The algorithm then works
 * on a part of the graph, in which it finds nothing else.
 *
 * @param ids the ids of the nodes, without repetitions; none for a call that works on the whole graph
 * @param apart whether the algorithm looks for what must be added to these nodes: then they are in no part of a bipartite
 *     graph, as they never are in one of a unipartite graph
 */
public record ContainedNodes(List<Long> ids, boolean apart) {
    /** The name of the parameter. */
    public static final String KEY = "contains";

    /** The most nodes that a call may give. */
    public static final int MOST = 100;

    /** For a call that works on the whole graph. */
    public static final ContainedNodes NONE = new ContainedNodes(List.of(), false);

    /** @throws IllegalArgumentException when the value is wrong */
    public static ContainedNodes of(Configuration configuration) {
        return new ContainedNodes(configuration.nodeIds(KEY, MOST), false);
    }

    /** The same nodes for an algorithm that looks for what must be added to them. */
    public ContainedNodes leftOut() {
        return new ContainedNodes(ids, true);
    }

    public boolean isEmpty() {
        return ids.isEmpty();
    }

    public int count() {
        return ids.size();
    }

    /** The given nodes that are among {@code side}, a side of the graph. */
    public ContainedNodes of(NodeIds side) {
        return new ContainedNodes(
                ids.stream().filter(id -> side.vertex(id) >= 0).toList(), apart);
    }

    /** The ids of these nodes and of {@code vertices}, ascending. */
    public List<Long> idsWith(int[] vertices, NodeIds nodes) {
        Long[] all = ids.toArray(new Long[ids.size() + vertices.length]);
        for (int i = 0; i < vertices.length; i++) {
            all[ids.size() + i] = nodes.nodeId(vertices[i]);
        }
        Arrays.sort(all);
        return List.of(all);
    }

    /**
     * The part of {@code whole} around these nodes, which are one or more: the bicliques that contain them in a bipartite
     * graph, see {@link InducedSubgraph#ofBicliquesWith}, or what can be added to them, see {@link
     * InducedSubgraph#ofBicliquesAround} and, for a unipartite graph, {@link InducedSubgraph#ofCliquesWith}. The caller
     * owns it.
     *
     * @throws IllegalArgumentException when a node is not in the graph
     */
    ProjectedGraph partOf(ProjectedGraph whole, NativeMemory memory, Workers workers) {
        return whole.of(inducedBy(whole, memory, workers), memory, workers);
    }

    /** How {@code searched}, the part of {@code whole} around these nodes, is one for weights of groups. */
    GroupWeights.Part part(ProjectedGraph whole, ProjectedGraph searched) {
        boolean bipartite = whole.isBipartite();
        boolean within = bipartite && !apart;
        return new GroupWeights.Part(
                vertex -> whole.left().vertex(searched.left().nodeId(vertex)),
                bipartite ? vertex -> whole.right().vertex(searched.right().nodeId(vertex)) : null,
                within ? new int[0] : leftOf(whole),
                within ? new int[0] : rightOf(whole));
    }

    private InducedSubgraph inducedBy(ProjectedGraph whole, NativeMemory memory, Workers workers) {
        if (whole.graph() instanceof UnipartiteGraph unipartite) {
            return InducedSubgraph.ofCliquesWith(unipartite, leftOf(whole), memory, workers);
        }
        BipartiteGraph bipartite = (BipartiteGraph) whole.graph();
        return apart
                ? InducedSubgraph.ofBicliquesAround(bipartite, leftOf(whole), rightOf(whole), memory, workers)
                : InducedSubgraph.ofBicliquesWith(bipartite, leftOf(whole), rightOf(whole), memory, workers);
    }

    /** Whether these nodes are a clique, or a biclique, of {@code whole}, the graph of the call. */
    public boolean areRelated(ProjectedGraph whole) {
        return whole.graph() instanceof UnipartiteGraph unipartite
                ? unipartite.isClique(leftOf(whole))
                : ((BipartiteGraph) whole.graph()).isBiclique(leftOf(whole), rightOf(whole));
    }

    /**
     * The given nodes that are on the left of {@code whole}, or in a unipartite one, as vertices.
     *
     * @throws IllegalArgumentException when a node is not in the graph
     */
    public int[] leftOf(ProjectedGraph whole) {
        // What is on neither side is an error there.
        return ids.stream()
                .filter(id -> !isRight(id, whole))
                .mapToInt(id -> vertex(id, whole.left()))
                .toArray();
    }

    /** The given nodes that are on the right of {@code whole}, as vertices. */
    public int[] rightOf(ProjectedGraph whole) {
        return ids.stream()
                .filter(id -> isRight(id, whole))
                .mapToInt(id -> whole.right().vertex(id))
                .toArray();
    }

    private static boolean isRight(long id, ProjectedGraph whole) {
        return whole.right() != null && whole.right().vertex(id) >= 0;
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
