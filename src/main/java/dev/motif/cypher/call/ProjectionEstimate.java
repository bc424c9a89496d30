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
import dev.motif.projection.value.Property;
import dev.motif.projection.value.Property.Aggregation;
import dev.motif.projection.value.Texts;
import java.util.List;
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
        return CpuEstimate.heapOf(MemoryEstimate.range("places of relationships", 0, building + texts()));
    }

    private MemoryEstimate nodes() {
        MemoryEstimate ids = range(
                "node ids",
                size -> NodeIds.estimateBytes(size.nodes())
                        + (projection.isBipartite() ? NodeIds.estimateBytes(size.rightNodes()) : 0));
        return valuesOfNodes(expected) == 0
                ? ids
                : MemoryEstimate.sum("nodes", ids, MemoryEstimate.range("values of nodes", 0, valuesOfNodes(expected)));
    }

    /** Where nodes of one side alone have a property, the other side takes no memory. */
    private long valuesOfNodes(ExpectedSize size) {
        Projection.Properties properties = projection.properties();
        return Long.BYTES
                * (size.nodes() * properties.left().size()
                        + size.rightNodes() * properties.right().size());
    }

    /** The values of relationships; lists have an index for each edge beside them. */
    private MemoryEstimate values() {
        List<Property> properties = projection.properties().relationships();
        long lists = properties.stream()
                .filter(property -> property.aggregation() == Aggregation.KEEP)
                .count();
        return range(
                "values of relationships", size -> Long.BYTES * size.relationships() * (properties.size() + lists));
    }

    /** The most heap bytes of texts, which any property may have; what stays of them off the heap is little. */
    private long texts() {
        Projection.Properties properties = projection.properties();
        long nodes = Math.max(properties.left().size(), properties.right().size());
        return nodes * Texts.mostHeapBytes(expected.nodes() + expected.rightNodes())
                + properties.relationships().stream().filter(Property::isStored).count()
                        * Texts.mostHeapBytes(expected.relationships());
    }

    /** The memory for reading nodes: the memory of the larger side, since the sides are read one after the other. */
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
        MemoryEstimate ids =
                range("relationship ids", size -> projection.relationshipIds() ? size.relationships() * Long.BYTES : 0);
        return projection.properties().relationships().isEmpty()
                ? ids
                : MemoryEstimate.sum("relationships", ids, values());
    }

    private MemoryEstimate buckets() {
        return MemoryEstimate.range(
                "relationships as they are found",
                EdgeBuckets.estimateBytes(sources(least()), least().relationships(), projection.payloads(), 0),
                EdgeBuckets.estimateBytes(
                        sources(expected), expected.relationships(), projection.payloads(), concurrency));
    }

    private MemoryEstimate sorting() {
        return MemoryEstimate.range(
                "relationships that are being sorted",
                CsrBuilder.leastSortingBytes(sources(least()), least().relationships(), projection.payloads()),
                CsrBuilder.largestSortingBytes(
                        sources(expected), expected.relationships(), projection.payloads(), concurrency));
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
