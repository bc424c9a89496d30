package dev.motif.cypher.call;

import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A node or a relationship of a graph, with its ids in the database.
 *
 * @param of what it is
 * @param index its vertex, or its edge
 * @param nodeId of a node; null for a relationship
 * @param source the id of the left or first node of a relationship; null for a node
 * @param target the id of its other node; null for a node
 * @param relationship its own id, of parallel ones the smallest; null for a node, and where the graph does not have it
 */
public record GraphEntity(EntityKind of, long index, Long nodeId, Long source, Long target, Long relationship) {
    /** The name of a node's side; null for a relationship. */
    public String side() {
        return of.areNodes() ? of.side().name() : null;
    }

    /**
     * This relationship of an edge in one of its directions.
     *
     * @param forward whether it leads from the first node to the other one
     * @param id its id; null where it is not known
     */
    public GraphEntity directed(boolean forward, Long id) {
        return new GraphEntity(of, index, null, forward ? source : target, forward ? target : source, id);
    }

    public int vertex() {
        return (int) index;
    }

    /** The nodes of a side in the order of vertices, each made when it is asked for. */
    static Stream<GraphEntity> nodes(ProjectedGraph projected, EntityKind side) {
        NodeIds nodes = projected.nodes(side);
        return nodes == null
                ? Stream.empty()
                : IntStream.range(0, nodes.count())
                        .mapToObj(v -> new GraphEntity(side, v, nodes.nodeId(v), null, null, null));
    }

    /** The relationships in the order of edges. Not by {@code flatMap}, which would make all of a node at once. */
    static Stream<GraphEntity> relationships(ProjectedGraph projected) {
        Graph graph = projected.graph();
        NodeIds targets = projected.targets();
        EdgeCursor cursor = new EdgeCursor(graph);
        return LongStream.range(0, graph.edgeCount()).mapToObj(edge -> {
            cursor.next();
            return new GraphEntity(
                    EntityKind.RELATIONSHIPS,
                    edge,
                    null,
                    projected.left().nodeId(cursor.first()),
                    targets.nodeId(cursor.second()),
                    projected.relationshipId(edge));
        });
    }
}
