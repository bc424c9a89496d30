package dev.motif.cypher.call;

import dev.motif.backend.CpuEstimate;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.projection.GraphProjector.ExpectedSize;
import dev.motif.projection.NodeIds;
import dev.motif.projection.Projection;
import java.util.function.LongUnaryOperator;

/**
 * The memory that a projection needs, by Neo4j's count store. The least assumes no relationships if there is a filter,
 * which may reject all of them. The most assumes all relationships that can join the labels, and no duplicates.
 *
 * @param expected the size of the graph by the count store
 * @param concurrency the number of threads that read
 */
public record ProjectionEstimate(Projection projection, ExpectedSize expected, int concurrency) {
    /** The most vertices and edges that the graph can have. */
    public GraphSize size() {
        return new GraphSize(expected.nodes(), expected.rightNodes(), expected.relationships());
    }

    /** The memory of the finished graph. */
    MemoryEstimate graph() {
        return MemoryEstimate.sum("graph", edges("edges in both directions", this::directions), nodes(), ids());
    }

    /** The most memory that is needed at once until the graph is finished. */
    public MemoryEstimate projecting() {
        MemoryEstimate forward = edges("edges in one direction", this::forward);
        return MemoryEstimate.largest(
                "projecting",
                MemoryEstimate.sum("reading nodes", nodes(), reading()),
                MemoryEstimate.sum("sorting relationships", nodes(), buckets(), forward, sorting()),
                MemoryEstimate.sum("turning relationships around", nodes(), edges("edges", this::turning), ids()),
                graph());
    }

    /** The heap memory that is needed until the graph is finished. */
    public MemoryEstimate heap() {
        long targets = Math.max(expected.nodes(), expected.rightNodes());
        long building = CsrBuilder.mostHeapBytes(targets, expected.relationships(), concurrency);
        return CpuEstimate.heapOf(MemoryEstimate.range("places of relationships", 0, building));
    }

    private MemoryEstimate nodes() {
        long right = projection.isBipartite() ? NodeIds.estimateBytes(expected.rightNodes()) : 0;
        return MemoryEstimate.of("node ids", NodeIds.estimateBytes(expected.nodes()) + right);
    }

    /** The memory for reading nodes: that of the larger side, since the sides are read one after the other. */
    private MemoryEstimate reading() {
        long larger = Math.max(expected.nodes(), expected.rightNodes());
        return MemoryEstimate.range(
                "nodes as they are found",
                NodeIds.estimateReadingBytes(larger, 0),
                NodeIds.estimateReadingBytes(larger, concurrency));
    }

    private MemoryEstimate ids() {
        return edges("relationship ids", edges -> projection.relationshipIds() ? edges * Long.BYTES : 0);
    }

    private MemoryEstimate buckets() {
        return MemoryEstimate.range(
                "relationships as they are found",
                EdgeBuckets.estimateBytes(sources(), least(), projection.relationshipIds(), 0),
                EdgeBuckets.estimateBytes(
                        sources(), expected.relationships(), projection.relationshipIds(), concurrency));
    }

    private MemoryEstimate sorting() {
        return MemoryEstimate.range(
                "relationships that are being sorted",
                CsrBuilder.leastSortingBytes(sources(), least(), projection.relationshipIds()),
                CsrBuilder.largestSortingBytes(
                        sources(), expected.relationships(), projection.relationshipIds(), concurrency));
    }

    private int sources() {
        return (int) Math.min(Integer.MAX_VALUE, expected.nodes());
    }

    private long forward(long edges) {
        return Csr.bytes(expected.nodes(), edges);
    }

    /** The bytes while edges are turned around: both directions, for a unipartite graph also the two merged. */
    private long turning(long edges) {
        return projection.isBipartite()
                ? directions(edges) + CsrBuilder.transposingBytes(edges)
                : 2 * Csr.bytes(expected.nodes(), edges)
                        + Math.max(CsrBuilder.transposingBytes(edges), directions(edges));
    }

    private long directions(long edges) {
        return projection.isBipartite()
                ? Csr.bytes(expected.nodes(), edges) + Csr.bytes(expected.rightNodes(), edges)
                : Csr.bytes(expected.nodes(), 2 * edges);
    }

    private MemoryEstimate edges(String name, LongUnaryOperator bytes) {
        return MemoryEstimate.range(name, bytes.applyAsLong(least()), bytes.applyAsLong(expected.relationships()));
    }

    private long least() {
        return projection.filter() == null ? expected.relationships() : 0;
    }
}
