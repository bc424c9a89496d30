package dev.motif.algorithm.commonneighbors.similarity;

import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.Graph;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.stream.Stream;

/**
 * One side of a graph with an edge between the two vertices of each pair that is wanted: the one-mode projection. A pair
 * that only one of its vertices chooses is an edge too. The caller owns both parts.
 *
 * @param graph has all vertices of the side, with their numbers
 * @param scores for each edge, by its number, the bits of the similarity of its ends
 */
public record Folded(UnipartiteGraph graph, OffHeapLongs scores) {
    private static final String BUILDING = "building the graph";

    /** The names of the stages. */
    static List<String> stages(SimilarityConfig config) {
        return Stream.concat(SimilarPairs.stages(config).stream(), Stream.of(BUILDING))
                .toList();
    }

    /**
     * Finds all pairs and makes the graph.
     *
     * @param choice where the pairs are found
     */
    public static Folded of(Graph graph, SimilarityConfig config, Execution execution, Backend.Choice choice) {
        CsrBuilder builder = new CsrBuilder(execution.memory(), execution.workers());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            SimilarPairs pairs = scope.own(new SimilarPairs(graph, config, execution, choice));
            int vertices = pairs.vertexCount();
            long expected = Math.max(
                    graph.edgeCount(), (long) vertices * config.perNode().count());
            EdgeBuckets buckets = scope.own(new EdgeBuckets(execution.memory(), vertices, vertices, expected, true));
            try (EdgeBuckets.Writer edges = buckets.writer()) {
                pairs.forEachRemaining(pair -> edges.add(
                        Math.min(pair.source(), pair.target()),
                        Math.max(pair.source(), pair.target()),
                        Double.doubleToRawLongBits(pair.similarity())));
            }
            scope.close(pairs);
            execution.workers().progress().begin(BUILDING, 0);
            CsrBuilder.Built forward = builder.build(buckets);
            scope.own(forward.csr());
            scope.own(forward.parallel());
            OffHeapLongs scores = scope.own(forward.payloads());
            scope.close(buckets);
            Csr backward = scope.own(builder.transpose(forward.csr(), vertices));
            UnipartiteGraph folded = new UnipartiteGraph(builder.symmetric(forward.csr(), backward));
            return new Folded(folded, scope.keep(scores));
        }
    }
}
