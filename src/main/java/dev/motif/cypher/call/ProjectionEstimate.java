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
 * What a projection needs, by the count store. The least is without the relationships where a filter may reject all of
 * them, the most with all that may join the labels, of which none is a duplicate.
 *
 * @param concurrency threads that read
 */
public record ProjectionEstimate(Projection projection, ExpectedSize expected, int concurrency) {
    public GraphSize size() {
        return new GraphSize(expected.nodes(), expected.rightNodes(), expected.relationships());
    }

    /** The graph when it is there. */
    MemoryEstimate graph() {
        return MemoryEstimate.sum("graph", edges("edges in both directions", this::directions), nodes(), ids());
    }

    /** The most that is needed at once until it is there. */
    public MemoryEstimate projecting() {
        MemoryEstimate forward = edges("edges in one direction", this::forward);
        return MemoryEstimate.largest(
                "projecting",
                MemoryEstimate.sum("reading nodes", nodes(), reading()),
                MemoryEstimate.sum("sorting relationships", nodes(), buckets(), forward, sorting()),
                MemoryEstimate.sum("turning them around", nodes(), edges("edges", this::turning), ids()),
                graph());
    }

    /** What is held on the heap until then. */
    public MemoryEstimate heap() {
        long targets = Math.max(expected.nodes(), expected.rightNodes());
        long building = CsrBuilder.mostHeapBytes(targets, expected.relationships(), concurrency);
        return CpuEstimate.heapOf(MemoryEstimate.range("places of relationships", 0, building));
    }

    private MemoryEstimate nodes() {
        long right = projection.isBipartite() ? NodeIds.estimateBytes(expected.rightNodes()) : 0;
        return MemoryEstimate.of("node ids", NodeIds.estimateBytes(expected.nodes()) + right);
    }

    /** The sides are read one after the other. */
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

    /** Both directions, of a unipartite graph also the two merged. */
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
