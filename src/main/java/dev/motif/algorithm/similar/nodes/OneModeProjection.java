package dev.motif.algorithm.similar.nodes;

import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;
import java.util.stream.Stream;

/**
 * One side of a graph with an edge between the two vertices of each pair that is wanted: the one-mode projection. A pair
 * that only one of its vertices chooses is an edge too. The caller owns both parts.
 *
 * @param graph has all vertices of the side, with their numbers
 * @param scores for each edge, by its number, the bits of the similarity of its ends
 * @param summary the figures of the pairs, of which two may be one edge
 */
public record OneModeProjection(UnipartiteGraph graph, OffHeapLongs scores, SimilaritySummary summary) {
    /** The stage after the stages that find the pairs. */
    static final String BUILDING = "building the graph";

    /** A number of edges that no machine holds; their bytes are below 2^63. */
    private static final double MOST_EDGES = 1L << 53;

    static List<String> stages(SimilarityConfig config) {
        return Stream.concat(SimilarPairs.stages(config).stream(), Stream.of(BUILDING))
                .toList();
    }

    /** The off-heap memory of the new graph until it is built, at least without a pair, at most with all. */
    static MemoryEstimate estimate(GraphSize size, SimilarityConfig config) {
        int vertices = (int) config.compared(size);
        int sources = config.ends().sourceCount(vertices);
        double pairs = Math.min(
                (double) vertices * (vertices - 1) / 2,
                (double) sources * config.ends().targetCount(vertices));
        double chosen = config.perNode().all()
                ? pairs
                : (double) sources * config.perNode().count();
        double inAll = config.inAll().all() ? pairs : config.inAll().count();
        long edges = (long) Math.min(Math.min(MOST_EDGES, pairs), Math.min(chosen, inAll));
        long forward = Csr.bytes(vertices, edges);
        long symmetric = Csr.bytes(vertices, 2 * edges);
        long building = edges * Long.BYTES
                + Math.max(
                        forward
                                + EdgeBuckets.estimateBytes(vertices, edges, 1, 1)
                                + CsrBuilder.largestSortingBytes(vertices, edges, 1, 1),
                        2 * forward + Math.max(symmetric, CsrBuilder.transposingBytes(edges)));
        return MemoryEstimate.range("pairs and the graph of them", Csr.bytes(vertices, 0), building);
    }

    /**
     * Finds all pairs and makes the graph.
     *
     * @param choice where the pairs are found
     */
    public static OneModeProjection of(
            Graph graph, SimilarityConfig config, Execution execution, Backend.Choice choice) {
        try (SimilarPairs pairs = new SimilarPairs(graph, config, execution, choice)) {
            return of(pairs, execution);
        }
    }

    /** Makes the graph of all pairs, which are closed before it is built. */
    static OneModeProjection of(SimilarPairs pairs, Execution execution) {
        CsrBuilder builder = new CsrBuilder(execution.memory(), execution.workers());
        SimilaritySummary.Collector found = new SimilaritySummary.Collector(pairs);
        int vertices = pairs.vertexCount();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            EdgeBuckets buckets =
                    scope.own(new EdgeBuckets(execution.memory(), vertices, vertices, pairs.expected(), true));
            try (EdgeBuckets.Writer edges = buckets.writer()) {
                found.forEachRemaining(pair -> edges.add(
                        Math.min(pair.source(), pair.target()),
                        Math.max(pair.source(), pair.target()),
                        Double.doubleToRawLongBits(pair.value())));
            }
            pairs.close();
            execution.workers().progress().begin(BUILDING, 0);
            CsrBuilder.Built forward = builder.build(buckets);
            scope.own(forward.csr());
            scope.own(forward.parallel());
            OffHeapLongs scores = scope.own(forward.payloads());
            scope.close(buckets);
            Csr backward = scope.own(builder.transpose(forward.csr(), vertices));
            UnipartiteGraph folded = new UnipartiteGraph(builder.symmetric(forward.csr(), backward));
            return new OneModeProjection(folded, scope.keep(scores), found.summary());
        }
    }
}
