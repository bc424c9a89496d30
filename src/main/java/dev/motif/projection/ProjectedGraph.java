package dev.motif.projection;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.InducedSubgraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.Deletions;
import dev.motif.projection.id.IdHold;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.util.List;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * A graph read from the database, with the maps from its vertices and edges back to nodes and relationships. Owns all
 * of its parts.
 *
 * @param graph the vertices and edges
 * @param left the nodes of the left side, or all nodes of a unipartite graph
 * @param right the nodes of the right side, null for a unipartite graph
 * @param relationships the relationship ids of the edges, null unless the projection asked for them
 * @param statistics what was dropped on the way
 * @param projection what was read; null where the edges are rows of a query, which need not stand for relationships
 * @param ids keeps the ids of nodes and relationships from being used again
 */
public record ProjectedGraph(
        Graph graph,
        NodeIds left,
        NodeIds right,
        RelationshipIds relationships,
        ProjectionStatistics statistics,
        Projection projection,
        IdHold ids)
        implements AutoCloseable {
    /** A graph whose ids nobody holds yet. */
    public ProjectedGraph(
            Graph graph,
            NodeIds left,
            NodeIds right,
            RelationshipIds relationships,
            ProjectionStatistics statistics,
            Projection projection) {
        this(graph, left, right, relationships, statistics, projection, IdHold.NONE);
    }

    /** Whether the edges are rows of a query, which need not stand for relationships. */
    public boolean ofQuery() {
        return projection == null;
    }

    public boolean isBipartite() {
        return graph instanceof BipartiteGraph;
    }

    /** {@code "BIPARTITE"} or {@code "UNIPARTITE"}. */
    public String kind() {
        return isBipartite() ? "BIPARTITE" : "UNIPARTITE";
    }

    /** The number of nodes of the left side, or null for a unipartite graph. */
    public Long leftCount() {
        return isBipartite() ? Long.valueOf(left.count()) : null;
    }

    /** The number of nodes of the right side, or null for a unipartite graph. */
    public Long rightCount() {
        return isBipartite() ? Long.valueOf(right.count()) : null;
    }

    /** Counts the nodes and relationships of this graph that were deleted since it was projected from {@code database}. */
    public Deletions deletions(GraphDatabaseAPI database, NativeMemory memory, Workers workers) {
        List<NodeIds> sides = right == null ? List.of(left) : List.of(left, right);
        return Deletions.of(sides, relationships, ids, database, memory, workers);
    }

    /** The nodes of {@link EntityKind#LEFT} or {@link EntityKind#RIGHT}. */
    public NodeIds nodes(EntityKind side) {
        return side == EntityKind.LEFT ? left : right;
    }

    /** The nodes of the second ends of edges: the nodes of the right side, or all nodes of a unipartite graph. */
    public NodeIds targets() {
        return right == null ? left : right;
    }

    /** The id of an edge's relationship, the smallest if it has parallel ones; null when the ids are not known. */
    public Long relationshipId(long edge) {
        return relationships == null ? null : (Long) relationships.first().get(edge);
    }

    /**
     * The id of one of the relationships of an edge; null when the ids are not known.
     *
     * @param place 0 for the smallest id, 1 for the next one, and so on: the places of lists of aligned values
     */
    public Long relationshipId(long edge, long place) {
        if (place == 0 || relationships == null) {
            return relationshipId(edge);
        }
        OffHeapLongs slots = relationships.others().slots();
        long first = slots.lowerBound(0, slots.length(), edge);
        return relationships.others().payloads().get(first + place - 1);
    }

    /**
     * Checks that the ids of relationships are known.
     *
     * @param what the graph, for the error
     * @throws IllegalArgumentException when they are not
     */
    public void checkRelationshipIds(String what) {
        if (relationships == null) {
            throw new IllegalArgumentException(
                    ofQuery()
                            ? what + " was made of the rows of a query without their relationships, which are needed"
                                    + " to write to them: give them to the function motif.graph.project as"
                                    + " {relationship: r}"
                            : what + " does not hold the ids of relationships, which are needed to"
                                    + " write to them: project it with {relationshipIds: true}");
        }
    }

    /**
     * A part of this graph with the nodes of its vertices; with the ids of relationships where the part knows its edges and
     * this graph has the ids. The caller owns it.
     *
     * @param part of {@link #graph}; it is taken over, also when this fails
     */
    public ProjectedGraph of(InducedSubgraph part, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(part.graph());
            scope.own(part.left());
            scope.own(part.right());
            scope.own(part.edges());
            NodeIds leftNodes = scope.own(left.of(part.left(), memory, workers));
            NodeIds rightNodes = right == null ? null : scope.own(right.of(part.right(), memory, workers));
            RelationshipIds edgeIds = relationships == null || part.edges() == null
                    ? null
                    : relationships.of(part.edges(), memory, workers);
            scope.keep(rightNodes);
            return new ProjectedGraph(
                    scope.keep(part.graph()),
                    scope.keep(leftNodes),
                    rightNodes,
                    edgeIds,
                    statistics,
                    projection,
                    ids.share());
        }
    }

    /** This graph with other statistics; only one of the two is to be closed. */
    public ProjectedGraph with(ProjectionStatistics others) {
        return new ProjectedGraph(graph, left, right, relationships, others, projection, ids);
    }

    /** This graph with {@code hold}, which it then owns; only one of the two is to be closed. */
    public ProjectedGraph with(IdHold hold) {
        return new ProjectedGraph(graph, left, right, relationships, statistics, projection, hold);
    }

    /** The off-heap bytes that {@link #close} frees. */
    public long bytes() {
        return graph.bytes()
                + left.bytes()
                + (right == null ? 0 : right.bytes())
                + (relationships == null ? 0 : relationships.bytes());
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(graph, left, right, relationships, ids);
    }
}
