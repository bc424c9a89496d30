package dev.motif.cypher;

import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.projection.NodeIds;
import dev.motif.projection.Projection;

/** What a projection needs, by the counts of the count store: all relationships that may turn out to be dropped. */
final class ProjectionEstimate {
    private ProjectionEstimate() {}

    static MemoryEstimate of(GraphSize size, Projection projection) {
        long edges = size.edges();
        long rows = size.vertices() + 2;
        long slots = 2 * edges;
        MemoryEstimate graph = MemoryEstimate.range(
                "edges in both directions", rows * Long.BYTES, rows * Long.BYTES + slots * Integer.BYTES);
        long nodeBytes = NodeIds.estimateBytes(size.left())
                + (projection.isBipartite() ? NodeIds.estimateBytes(size.right()) : 0);
        MemoryEstimate nodes = MemoryEstimate.of("node ids", nodeBytes);
        MemoryEstimate ids =
                MemoryEstimate.range("relationship ids", 0, projection.relationshipIds() ? edges * Long.BYTES : 0);
        MemoryEstimate sorting = MemoryEstimate.range(
                "sorting, while projecting", 0, edges * Long.BYTES * (projection.relationshipIds() ? 2 : 1));
        return MemoryEstimate.sum("graph", graph, nodes, ids, sorting);
    }
}
