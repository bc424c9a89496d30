package dev.motif.algorithm.similar.neighbors;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.model.VertexTriangles;
import dev.motif.algorithm.similar.pairs.AdjacentPairs;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.PairFilter;
import dev.motif.algorithm.similar.pairs.PairParameters;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.BaseKeys;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.projection.id.RelationshipIds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.commonNeighbors.{stats,stream,write,mutate}}: see {@link CommonNeighborsAlgorithm} for what is counted. */
public final class CommonNeighborsProcedures extends MotifProcedures {
    private static final String NAME = "motif.commonNeighbors";
    private static final String COEFFICIENT_PROPERTY = "coefficientProperty";
    private static final String STATS_KEYS = BaseKeys.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + PairParameters.KEYS + ", " + BaseKeys.KEYS + ", " + RUN_KEYS;
    private static final String EACH_KEYS = ", per, " + PairParameters.METRIC + ", " + COEFFICIENT_PROPERTY + ", "
            + EdgeWeights.KEY + ", " + BaseKeys.KEYS + ", " + RUN_KEYS;
    private static final String TRIANGLES = NAME + ".triangles";
    private static final String TRIANGLES_KEYS = "nodes, " + EdgeWeights.KEY + ", " + BaseKeys.KEYS + ", " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + EACH_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + EACH_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> SPEC =
            AlgorithmSpec.of(NAME, new CommonNeighborsAlgorithm(), given -> following(given, true))
                    .each(CommonNeighborsProcedures::streamed)
                    .relationshipValues(counts ->
                            PropertyValues.integers(counts.edges()::get).of(CommonNeighborsConfig.COUNTED));

    private static final AlgorithmSpec<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> OF_NODES =
            AlgorithmSpec.of(NAME, new CommonNeighborsAlgorithm(), given -> following(given, true)
                    .weighedBy(EdgeWeights.named(given.string(EdgeWeights.KEY, null))));

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("Triangles; null when there are 2^63 or more")
        public final Long triangles;

        @Description("Triangles, always exact")
        public final String trianglesText;

        @Description("3 * triangles / paths of two relationships, in [0, 1]")
        public final double globalClusteringCoefficient;

        @Description("The mean over all nodes of the share of their pairs of neighbors that are neighbors, in [0, 1]")
        public final double averageClusteringCoefficient;

        @Description("The most common neighbors of the two nodes of a relationship")
        public final long maxCommonNeighbors;

        @Description("How many relationships have min to max common neighbors: a list of {min, max, relationshipCount}")
        public final List<Map<String, Object>> histogram;

        private StatsRow(AlgorithmRun<CommonNeighborsResult> run) {
            super(run);
            CommonNeighborsSummary summary = CommonNeighborsSummary.of(graph(run), run.result());
            triangles = summary.triangles();
            trianglesText = summary.trianglesText();
            globalClusteringCoefficient = summary.globalClusteringCoefficient();
            averageClusteringCoefficient = summary.averageClusteringCoefficient();
            maxCommonNeighbors = summary.maxCommonNeighbors();
            histogram = summary.histogram();
        }
    }

    public record StreamRow(
            @Description("The node of the smaller id; with topK the node whose best relationships these are")
            long sourceNodeId,

            @Description("The other node") long targetNodeId,

            @Description("The relationships between them, smallest id first; null when the graph was projected without"
                    + " relationshipIds: true")
            List<Long> relationshipIds,

            @Description("Common neighbors of the two nodes")
            long commonNeighbors,

            @Description("The value of the metric") double similarity,

            @Description("The node with sourceNodeId" + WITH_NODES)
            Node sourceNode,

            @Description("The node with targetNodeId" + WITH_NODES)
            Node targetNode,

            @Description(
                    "The relationships that still exist; null where relationshipIds is, and unless nodes:" + " true")
            List<Relationship> relationships) {
        private static StreamRow of(AlgorithmRun<?> run, NeighborPair pair) {
            long source = run.projected().left().nodeId(pair.source());
            long target = run.projected().left().nodeId(pair.target());
            List<Long> ids = idsOfAll(run.projected().relationships(), pair.edge());
            return new StreamRow(
                    source,
                    target,
                    ids,
                    pair.common(),
                    pair.value(),
                    run.entities().node(source),
                    run.entities().node(target),
                    run.entities().relationships(ids));
        }
    }

    /** The triangles of a node. */
    public record TriangleRow(
            @Description("The node") long nodeId,
            @Description("Triangles that the node is in") long triangles,

            @Description("Its local clustering coefficient, in [0, 1]: the share of the pairs of its neighbors that are"
                    + " neighbors, 0 with fewer than two")
            double coefficient,

            @Description("The node" + WITH_NODES) Node node) {
        private static TriangleRow of(AlgorithmRun<CommonNeighborsResult> run, GraphEntity each) {
            return new TriangleRow(
                    each.nodeId(),
                    run.result().vertices().get(each.index()),
                    CommonNeighborsProcedures.coefficient(run, each.index()),
                    run.entities().node(each.nodeId()));
        }
    }

    public static final class WriteRow extends RunRow {
        @Description("Properties of nodes or relationships that were written")
        public final long propertiesWritten;

        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("Properties of nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("Triangles; null when there are 2^63 or more")
        public final Long triangles;

        @Description("Triangles, always exact")
        public final String trianglesText;

        private WriteRow(AlgorithmRun<CommonNeighborsResult> run, PropertyTarget target) {
            super(run);
            BigInteger counted = run.result().triangles();
            propertiesWritten = target.written();
            nodePropertiesWritten = target.writtenToNodes();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            triangles = Counts.toLongOrNull(counted);
            trianglesText = counted.toString();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the common neighbors of the two nodes of every relationship, and the triangles of the graph.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description("Returns the common neighbors of the two nodes of every relationship, or their similarity.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        PairFilter filter = PairParameters.filterOfEdges(new Configuration(keys));
        return stream(SPEC, graph, keys).rows(run -> AlgorithmRun.stream(run.kept()
                        .own(new AdjacentPairs(
                                graph(run),
                                run.result(),
                                filter,
                                run.workers().cancellation(),
                                run.memory().heap())))
                .map(pair -> StreamRow.of(run, pair)));
    }

    @Procedure(name = TRIANGLES, mode = READ)
    @Description("Returns the triangles of every node, and its local clustering coefficient.")
    public Stream<TriangleRow> triangles(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = TRIANGLES_KEYS)
                    Map<String, Object> keys) {
        return trianglesCall(graph, keys).rows(run -> run.nodes().map(each -> TriangleRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(
            "Writes the common neighbors of the two nodes of every relationship, or their similarity, as a property;"
                    + " or the triangles of every node.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(written(keys), graph, keys, COEFFICIENT_PROPERTY).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(
            "Adds a column with the common neighbors of the two nodes of every relationship, or their similarity, to the graph;"
                    + " or with the triangles of every node.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(written(keys), graph, keys, COEFFICIENT_PROPERTY).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }

    @Procedure(name = TRIANGLES + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> trianglesEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = TRIANGLES_KEYS)
                    Map<String, Object> keys) {
        return trianglesCall(graph, keys).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(written(keys), graph, keys, COEFFICIENT_PROPERTY).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(written(keys), graph, keys, COEFFICIENT_PROPERTY).estimate();
    }

    private AlgorithmCall<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> trianglesCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, TRIANGLES);
        return call(OF_NODES, "triangles", graph, given);
    }

    /** The counts that {@code stream} needs. */
    private static CommonNeighborsConfig streamed(Configuration given) {
        CommonNeighborsConfig what = following(given, false);
        return PairParameters.filterOfEdges(given).best() ? what.inBothDirections() : what;
    }

    /** The algorithm of {@code write} and {@code mutate}, with values of nodes or of relationships. */
    private static AlgorithmSpec<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> written(
            Map<String, Object> keys) {
        SimilarityMetric metric = PairParameters.metricOfEdges(new Configuration(keys));
        return SPEC.eachPer(Granularity.RELATIONSHIP, CommonNeighborsProcedures::written)
                .writer((run, target) -> {
                    if (run.result().vertices() != null) {
                        writeNodes(run, target);
                    } else if (metric != SimilarityMetric.COUNT) {
                        writeSimilarities(run, target, metric);
                    } else {
                        SPEC.writer().accept(run, target);
                    }
                });
    }

    private static CommonNeighborsConfig written(Configuration given, Granularity per) {
        PairParameters.metricOfEdges(given);
        if (per == Granularity.NODE && given.has(PairParameters.METRIC)) {
            throw new IllegalArgumentException(
                    "`" + PairParameters.METRIC + "` is for `per: 'RELATIONSHIP'`, but `per` is 'NODE'");
        }
        if (per == Granularity.RELATIONSHIP && given.has(COEFFICIENT_PROPERTY)) {
            throw new IllegalArgumentException(
                    "`coefficientProperty` is for `per: 'NODE'`, but `per` is 'RELATIONSHIP'");
        }
        EdgeWeights weights = EdgeWeights.named(given.string(EdgeWeights.KEY, null));
        if (weights != null && !given.has(COEFFICIENT_PROPERTY)) {
            throw new IllegalArgumentException(
                    "`" + EdgeWeights.KEY + "` is for `" + COEFFICIENT_PROPERTY + "`, which is missing");
        }
        return following(given, per == Granularity.NODE).weighedBy(weights);
    }

    private static CommonNeighborsConfig following(Configuration given, boolean perVertex) {
        return CommonNeighborsConfig.oriented(perVertex).since(BaseKeys.read(given, CommonNeighborsConfig.COUNTED));
    }

    private static UnipartiteGraph graph(AlgorithmRun<CommonNeighborsResult> run) {
        return (UnipartiteGraph) run.projected().graph();
    }

    /** All relationships of an edge; null when they are not known. */
    private static List<Long> idsOfAll(RelationshipIds relationships, long edge) {
        if (relationships == null) {
            return null;
        }
        List<Long> ids = new ArrayList<>();
        ids.add(relationships.first().get(edge));
        OffHeapLongs slots = relationships.others().slots();
        for (long i = slots.lowerBound(0, slots.length(), edge); i < slots.length() && slots.get(i) == edge; i++) {
            ids.add(relationships.others().payloads().get(i));
        }
        ids.sort(null);
        return ids;
    }

    /** The triangles of each node, and its local clustering coefficient where that is asked for. */
    private static void writeNodes(AlgorithmRun<CommonNeighborsResult> run, PropertyTarget target) {
        target.writeNodes(
                run.projected().left(),
                PropertyValues.integers(run.result().vertices()),
                PropertyValues.floats(v -> coefficient(run, v)));
    }

    /** The local clustering coefficient of a vertex, by weights where they are given. */
    private static double coefficient(AlgorithmRun<CommonNeighborsResult> run, long vertex) {
        OffHeapLongs coefficients = run.result().coefficients();
        return coefficients != null
                ? Double.longBitsToDouble(coefficients.get(vertex))
                : VertexTriangles.localClusteringCoefficient(
                        run.result().vertices().get(vertex),
                        graph(run).adjacency().degree((int) vertex));
    }

    private static void writeSimilarities(
            AlgorithmRun<CommonNeighborsResult> run, PropertyTarget target, SimilarityMetric metric) {
        OffHeapInts counts = run.result().edges();
        try (OffHeapScope scope = new OffHeapScope(run.memory())) {
            OffHeapLongs values = scope.longs(counts.length());
            Csr rows = graph(run).adjacency();
            run.workers().progress().begin("computing similarities", rows.slotCount());
            graph(run)
                    .forEachEdge(
                            run.workers(),
                            (edge, u, v) -> values.set(
                                    edge,
                                    Double.doubleToRawLongBits(
                                            metric.of(counts.get(edge), rows.degree(u), rows.degree(v), true))));
            target.writeRelationships(
                    run.projected(), PropertyValues.floats(edge -> Double.longBitsToDouble(values.get(edge))));
        }
    }
}
