package dev.motif.algorithm.commonneighbors;

import dev.motif.algorithm.commonneighbors.lists.ListMerge;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.algorithm.commonneighbors.model.VertexTriangles;
import dev.motif.algorithm.commonneighbors.pairs.AdjacentPairs;
import dev.motif.algorithm.commonneighbors.pairs.PairFilter;
import dev.motif.algorithm.commonneighbors.pairs.PairParameters;
import dev.motif.algorithm.commonneighbors.pairs.SimilarityMetric;
import dev.motif.backend.Backend;
import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Per;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.commonNeighbors.{stats,stream,write}}: see {@link CommonNeighborsAlgorithm} for what is counted. */
public final class CommonNeighborsProcedures extends MotifProcedures {
    private static final CommonNeighborsAlgorithm ALGORITHM = new CommonNeighborsAlgorithm();

    private static final String STATS = "motif.commonNeighbors.stats";
    private static final String STREAM = "motif.commonNeighbors.stream";
    private static final String WRITE = "motif.commonNeighbors.write";
    private static final String MUTATE = "motif.commonNeighbors.mutate";

    private static final String STATS_CONFIGURATION = CommonNeighborsParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + PairParameters.KEYS + ", " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION =
            WRITE_KEYS + ", per, metric, coefficientProperty, " + STATS_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION =
            MUTATE_KEYS + ", per, metric, coefficientProperty, " + STATS_CONFIGURATION;

    /** The common neighbors and the triangles of a graph. */
    public record StatsRow(
            @Description("Triangles; null when there are 2^63 or more")
            Long triangles,

            @Description("Triangles, always exact") String trianglesText,

            @Description("3 * triangles / paths of two relationships, in [0, 1]")
            double globalClusteringCoefficient,

            @Description(
                    "The mean over all nodes of the share of their pairs of neighbors that are neighbors, in [0, 1]")
            double averageClusteringCoefficient,

            @Description("The most common neighbors of the two nodes of a relationship")
            long maxCommonNeighbors,

            @Description("How many relationships have min to max common neighbors: a list of {min, max,"
                    + " relationshipCount}")
            List<Map<String, Object>> histogram,

            @Description("Whether MPS compared lists in vector registers, which needs"
                    + " server.jvm.additional=--add-modules=jdk.incubator.vector; null unless MPS ran on the CPU")
            Boolean vectorized,

            @Description("Nodes of the graph") long nodeCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        static StatsRow of(AlgorithmRun<CommonNeighborsResult> run, CommonNeighborsConfig config) {
            UnipartiteGraph graph = graph(run);
            CommonNeighborsSummary summary = CommonNeighborsSummary.of(graph, run.result());
            return new StatsRow(
                    summary.triangles(),
                    summary.trianglesText(),
                    summary.globalClusteringCoefficient(),
                    summary.averageClusteringCoefficient(),
                    summary.maxCommonNeighbors(),
                    summary.histogram(),
                    vectorized(run.choice(), config.mps()),
                    graph.vertexCount(),
                    graph.edgeCount(),
                    run.choice().backend().name(),
                    run.choice().reason(),
                    run.choice().ordinals(),
                    run.times().millis(Stage.PROJECT),
                    run.times().millis(Stage.PREPARE),
                    run.times().millis(Stage.TRANSFER),
                    run.times().millis(Stage.COMPUTE),
                    run.configuration());
        }

        private static Boolean vectorized(Backend.Choice choice, MpsConfig mps) {
            return mps == null || choice.backend() != Backend.CPU
                    ? null
                    : (Boolean) (mps.vectorize() && ListMerge.vectorsAvailable());
        }
    }

    /** The common neighbors of the two nodes of a relationship. */
    public record StreamRow(
            @Description("The node of the smaller id; with topK the node whose best relationships these are")
            long sourceNodeId,

            @Description("The other node") long targetNodeId,

            @Description("The relationships between them, smallest id first; null when the graph was projected without"
                    + " relationshipIds: true")
            List<Long> relationshipIds,

            @Description("Common neighbors of the two nodes")
            long commonNeighbors,

            @Description("What the metric makes of them") double similarity,

            @Description("The node with sourceNodeId" + WITH_NODES)
            Node sourceNode,

            @Description("The node with targetNodeId" + WITH_NODES)
            Node targetNode,

            @Description("Those of the relationships that still exist; null where relationshipIds is, and unless nodes:"
                    + " true")
            List<Relationship> relationships) {}

    /** What was written. */
    public record WriteRow(
            @Description("Properties of nodes or relationships that were written")
            long propertiesWritten,

            @Description("Those of nodes: all of them with per: 'NODE', otherwise 0")
            long nodePropertiesWritten,

            @Description("Properties of nodes or relationships that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,

            @Description("Triangles; null when there are 2^63 or more")
            Long triangles,

            @Description("Triangles, always exact") String trianglesText,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        static WriteRow of(AlgorithmRun<CommonNeighborsResult> run, PropertyTarget target) {
            BigInteger triangles = run.result().triangles();
            return new WriteRow(
                    target.written(),
                    target.writtenToNodes(),
                    target.skipped(),
                    run.times().millis(Stage.WRITE),
                    Counts.toLongOrNull(triangles),
                    triangles.toString(),
                    run.choice().backend().name(),
                    run.choice().reason(),
                    run.choice().ordinals(),
                    run.times().millis(Stage.PROJECT),
                    run.times().millis(Stage.PREPARE),
                    run.times().millis(Stage.TRANSFER),
                    run.times().millis(Stage.COMPUTE),
                    run.configuration());
        }
    }

    @Procedure(name = STATS, mode = Mode.READ)
    @Description("Counts the common neighbors of the two nodes of every relationship, and the triangles of the graph.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        var call = statsCall(STATS, graph, configuration);
        return call.row(run -> StatsRow.of(run, call.algorithmConfig()));
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Returns the common neighbors of the two nodes of every relationship, or their similarity.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        PairFilter filter = PairParameters.filter(new Configuration(configuration));
        return streamCall(STREAM, graph, configuration).rows(run -> rows(run, filter));
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description(
            "Writes the common neighbors of the two nodes of every relationship, or their similarity, as a property;"
                    + " or the triangles of every node.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writing(WRITE, WriteConfig::of, graph, configuration).row();
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Adds a column with the common neighbors of the two nodes of every relationship, or their similarity, to the graph;"
                    + " or with the triangles of every node.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writing(MUTATE, WriteConfig::ofColumn, graph, configuration).row();
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(STATS, graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(STREAM, graph, configuration).estimate();
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writing(WRITE, WriteConfig::of, graph, configuration).call().estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writing(MUTATE, WriteConfig::ofColumn, graph, configuration)
                .call()
                .estimate();
    }

    private AlgorithmCall<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> statsCall(
            String procedure, Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        return algorithmCall(
                procedure, graph, RelationshipIdUse.NONE, CommonNeighborsParameters.config(given, true), given);
    }

    private AlgorithmCall<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> streamCall(
            String procedure, Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        CommonNeighborsConfig what = CommonNeighborsParameters.config(given, false);
        given.flag("nodes", false);
        boolean best = PairParameters.filter(given).best();
        return algorithmCall(
                procedure, graph, RelationshipIdUse.OPTIONAL, best ? what.inBothDirections() : what, given);
    }

    private AlgorithmCall<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> algorithmCall(
            String procedure, Object graph, RelationshipIdUse ids, CommonNeighborsConfig what, Configuration given) {
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, ids, what, given);
    }

    /**
     * A call that writes.
     *
     * @param metric what is written to relationships, null when nodes are written to
     */
    private record Writing(
            WriteCall<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> call, SimilarityMetric metric) {
        Stream<WriteRow> row() {
            return call.row(this::write, WriteRow::of);
        }

        private void write(AlgorithmRun<CommonNeighborsResult> run, PropertyTarget target) {
            if (metric != null) {
                writeRelationships(run, target, metric);
            } else {
                writeNodes(run, target);
            }
        }
    }

    private Writing writing(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        Per per = given.oneOf("per", Per.class, Per.RELATIONSHIP);
        boolean toNodes = per == Per.NODE;
        SimilarityMetric metric = given.oneOf("metric", SimilarityMetric.class, SimilarityMetric.COUNT);
        String coefficientProperty = given.string("coefficientProperty", null);
        WriteConfig write = target.apply(given).with("coefficientProperty", coefficientProperty);
        if (toNodes && given.has("metric")) {
            throw new IllegalArgumentException("`metric` is for `per: 'RELATIONSHIP'`, but `per` is 'NODE'");
        }
        if (!toNodes && coefficientProperty != null) {
            throw new IllegalArgumentException(
                    "`coefficientProperty` is for `per: 'NODE'`, but `per` is 'RELATIONSHIP'");
        }
        CommonNeighborsConfig what = CommonNeighborsParameters.config(given, toNodes);
        return new Writing(
                new WriteCall<>(
                        write,
                        algorithmCall(procedure, graph, write.relationshipIds(per), what, given),
                        per.elements()),
                toNodes ? null : metric);
    }

    private static UnipartiteGraph graph(AlgorithmRun<CommonNeighborsResult> run) {
        return (UnipartiteGraph) run.projected().graph();
    }

    private static Stream<StreamRow> rows(AlgorithmRun<CommonNeighborsResult> run, PairFilter filter) {
        ProjectedGraph projected = run.projected();
        NodeIds nodes = projected.left();
        Entities entities = run.entities();
        AdjacentPairs pairs = new AdjacentPairs(
                graph(run), run.result(), filter, run.workers().cancellation());
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pairs, Spliterator.ORDERED), false)
                .map(pair -> {
                    long source = nodes.nodeId(pair.source());
                    long target = nodes.nodeId(pair.target());
                    List<Long> relationships = relationshipIds(projected.relationships(), pair.edge());
                    return new StreamRow(
                            source,
                            target,
                            relationships,
                            pair.common(),
                            pair.value(),
                            entities.node(source),
                            entities.node(target),
                            entities.relationships(relationships));
                });
    }

    /** All relationships of an edge; null when they are not known. */
    private static List<Long> relationshipIds(RelationshipIds relationships, long edge) {
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
        Csr rows = graph(run).adjacency();
        OffHeapLongs triangles = run.result().vertices();
        target.writeNodes(
                run.projected().left(),
                PropertyValues.integers(triangles),
                PropertyValues.floats(
                        v -> VertexTriangles.localClusteringCoefficient(triangles.get(v), rows.degree((int) v))));
    }

    private static void writeRelationships(
            AlgorithmRun<CommonNeighborsResult> run, PropertyTarget target, SimilarityMetric metric) {
        OffHeapInts counts = run.result().edges();
        if (metric == SimilarityMetric.COUNT) {
            target.writeRelationships(run.projected(), PropertyValues.integers(counts::get));
            return;
        }
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
