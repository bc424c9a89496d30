package dev.motif.projection;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.util.function.LongFunction;

/** Makes a graph of nodes and the edges between them, read from the store or given by the rows of a query. */
public final class GraphAssembler {
    /** The name of the stage in which it builds the graph. */
    static final String STAGE = "building the graph";

    private static final int VERTICES_BETWEEN_POLLS = 1 << 20;

    private final NativeMemory memory;
    private final Workers workers;

    public GraphAssembler(NativeMemory memory, Workers workers) {
        this.memory = memory;
        this.workers = workers;
    }

    /**
     * Checks that no node is on both sides.
     *
     * @param right null for a unipartite graph, for which there is nothing to check
     * @throws IllegalArgumentException when a node is on both sides
     */
    public void checkDisjoint(NodeIds left, NodeIds right) {
        if (right == null) {
            return;
        }
        NodeIds fewer = left.count() <= right.count() ? left : right;
        NodeIds more = fewer == left ? right : left;
        long shared = 0;
        long example = -1;
        for (int v = 0; v < fewer.count(); v++) {
            if ((v & (VERTICES_BETWEEN_POLLS - 1)) == 0) {
                workers.cancellation().check();
            }
            if (more.vertex(fewer.nodeId(v)) >= 0) {
                example = fewer.nodeId(v);
                shared++;
            }
        }
        if (shared > 0) {
            throw new IllegalArgumentException("The two sides of a bipartite graph must not share nodes, but " + shared
                    + (shared == 1 ? " node is" : " nodes are")
                    + " on both (for example the node with id " + example + ")");
        }
    }

    /**
     * Builds the graph; if {@code buckets} have payloads, they become the ids of relationships.
     *
     * @param scope owns {@code left}, {@code right} and {@code buckets}; parts of the result are taken from it, {@code
     *     buckets} are closed
     * @param right null for a unipartite graph
     * @param buckets the edges, for a unipartite graph from the smaller vertex to the larger
     * @param projection what was read, null for the rows of a query
     * @param statistics makes the statistics of the result from the number of duplicates
     * @return owned by the caller
     */
    ProjectedGraph assemble(
            OffHeapScope scope,
            NodeIds left,
            NodeIds right,
            EdgeBuckets buckets,
            Projection projection,
            LongFunction<ProjectionStatistics> statistics) {
        workers.progress().begin(STAGE, 0);
        CsrBuilder builder = new CsrBuilder(memory, workers);
        CsrBuilder.Built built = builder.build(buckets);
        Csr forward = scope.own(built.csr());
        if (built.payloads() != null) {
            scope.own(built.payloads());
            scope.own(built.parallel());
        }
        scope.close(buckets);
        RelationshipIds relationships =
                built.payloads() == null ? null : new RelationshipIds(built.payloads(), built.parallel());
        if (projection == null && relationships != null) {
            relationships.dropRepetitions(memory, workers);
        }
        Csr backward = scope.own(builder.transpose(forward, (right == null ? left : right).count()));
        Graph graph = right == null
                ? new UnipartiteGraph(builder.symmetric(forward, backward))
                : new BipartiteGraph(scope.keep(forward), scope.keep(backward));
        if (relationships != null) {
            scope.keep(built.payloads());
            scope.keep(built.parallel());
        }
        return new ProjectedGraph(
                graph,
                scope.keep(left),
                right == null ? null : scope.keep(right),
                relationships,
                statistics.apply(built.duplicates()),
                projection);
    }
}
