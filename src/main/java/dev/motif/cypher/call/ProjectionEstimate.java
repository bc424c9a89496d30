package dev.motif.cypher.call;

import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.projection.GraphProjector.ExpectedSize;
import dev.motif.projection.Projection;
import dev.motif.projection.id.NodeIds;
import java.util.function.ToLongFunction;

/**
 * The memory that a projection needs, by Neo4j's count store. The least assumes that filters reject everything. The most assumes all relationships that can join the labels, and no duplicates.
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
        return MemoryEstimate.sum("graph", range("edges in both directions", this::directions), nodes(), ids());
    }

    /** The most memory that is needed at once until the graph is finished. */
    public MemoryEstimate projecting() {
        MemoryEstimate forward = range("edges in one direction", this::forward);
        return MemoryEstimate.largest(
                "projecting",
                MemoryEstimate.sum("reading nodes", nodes(), reading()),
                MemoryEstimate.sum("sorting relationships", nodes(), buckets(), forward, sorting()),
                MemoryEstimate.sum("turning relationships around", nodes(), range("edges", this::turning), ids()),
                graph());
    }

    /** The heap memory that is needed until the graph is finished. */
    public MemoryEstimate heap() {
        long building = CsrBuilder.mostHeapBytes(largerSide(expected), expected.relationships(), concurrency);
        return CpuEstimate.heapOf(MemoryEstimate.range("places of relationships", 0, building));
    }

    private MemoryEstimate nodes() {
        return range(
                "node ids",
                size -> NodeIds.estimateBytes(size.nodes())
                        + (projection.isBipartite() ? NodeIds.estimateBytes(size.rightNodes()) : 0));
    }

    /** The memory for reading nodes: that of the larger side, since the sides are read one after the other. */
    private MemoryEstimate reading() {
        return MemoryEstimate.range(
                "nodes as they are found",
                NodeIds.estimateReadingBytes(largerSide(least()), 0),
                NodeIds.estimateReadingBytes(largerSide(expected), concurrency));
    }

    private static long largerSide(ExpectedSize size) {
        return Math.max(size.nodes(), size.rightNodes());
    }

    private MemoryEstimate ids() {
        return range("relationship ids", size -> projection.relationshipIds() ? size.relationships() * Long.BYTES : 0);
    }

    private MemoryEstimate buckets() {
        return MemoryEstimate.range(
                "relationships as they are found",
                EdgeBuckets.estimateBytes(sources(least()), least().relationships(), projection.relationshipIds(), 0),
                EdgeBuckets.estimateBytes(
                        sources(expected), expected.relationships(), projection.relationshipIds(), concurrency));
    }

    private MemoryEstimate sorting() {
        return MemoryEstimate.range(
                "relationships that are being sorted",
                CsrBuilder.leastSortingBytes(sources(least()), least().relationships(), projection.relationshipIds()),
                CsrBuilder.largestSortingBytes(
                        sources(expected), expected.relationships(), projection.relationshipIds(), concurrency));
    }

    private static int sources(ExpectedSize size) {
        return (int) Math.min(Integer.MAX_VALUE, size.nodes());
    }

    private long forward(ExpectedSize size) {
        return Csr.bytes(size.nodes(), size.relationships());
    }

    /** The bytes while edges are turned around: both directions, for a unipartite graph also the two merged. */
    private long turning(ExpectedSize size) {
        long transposing = CsrBuilder.transposingBytes(size.relationships());
        return projection.isBipartite()
                ? directions(size) + transposing
                : 2 * forward(size) + Math.max(transposing, directions(size));
    }

    private long directions(ExpectedSize size) {
        return projection.isBipartite()
                ? forward(size) + Csr.bytes(size.rightNodes(), size.relationships())
                : Csr.bytes(size.nodes(), 2 * size.relationships());
    }

    private MemoryEstimate range(String name, ToLongFunction<ExpectedSize> bytes) {
        return MemoryEstimate.range(name, bytes.applyAsLong(least()), bytes.applyAsLong(expected));
    }

    /** The size of the graph when filters reject everything. */
    private ExpectedSize least() {
        boolean left = projection.leftFilter() != null;
        boolean right = projection.rightFilter() != null;
        return new ExpectedSize(
                left ? 0 : expected.nodes(),
                right ? 0 : expected.rightNodes(),
                left || right || projection.filter() != null ? 0 : expected.relationships());
    }
}
