package dev.motif.algorithm.butterfly.wing;

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
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.ProjectedGraph;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.wing.*}: see {@link WingAlgorithm} for what is computed. */
public final class WingProcedures extends MotifProcedures {
    private static final WingAlgorithm ALGORITHM = new WingAlgorithm();

    private static final String STATS = "motif.wing.stats";
    private static final String STREAM = "motif.wing.stream";
    private static final String WRITE = "motif.wing.write";
    private static final String MUTATE = "motif.wing.mutate";

    private static final String STATS_CONFIGURATION = RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + STATS_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + STATS_CONFIGURATION;

    /** The wing numbers of a graph. */
    public record StatsRow(
            @Description("The largest wing number; null without any")
            Long maxWing,

            @Description("How many different wing numbers there are")
            long levels,

            @Description("Relationships with the largest wing number")
            long relationshipsAtMax,

            @Description("Nodes of the left side") long leftCount,
            @Description("Nodes of the right side") long rightCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of counting and peeling")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        static StatsRow of(AlgorithmRun<WingResult> run) {
            BipartiteGraph graph = (BipartiteGraph) run.projected().graph();
            WingSummary summary = WingSummary.of(run.result());
            return new StatsRow(
                    summary.maxWing(),
                    summary.levels(),
                    summary.relationshipsAtMax(),
                    graph.leftCount(),
                    graph.rightCount(),
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
    }

    /** The wing number of one relationship. */
    public record StreamRow(
            @Description("The left node of the relationship")
            long leftNodeId,

            @Description("The right node of the relationship")
            long rightNodeId,

            @Description("The relationship, of parallel ones the smallest id; null when the graph was projected without"
                    + " relationshipIds: true")
            Long relationshipId,

            @Description("Its wing number") long wing,
            @Description("The left node" + WITH_NODES) Node leftNode,
            @Description("The right node" + WITH_NODES) Node rightNode,
            @Description("The relationship" + WITH_NODES) Relationship relationship) {}

    /** What was written. */
    public record WriteRow(
            @Description("Relationships whose property was written")
            long propertiesWritten,

            @Description("Relationships that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,

            @Description("The largest wing number; null without any")
            Long maxWing,

            @Description("How many different wing numbers there are")
            long levels,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of counting and peeling")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        static WriteRow of(AlgorithmRun<WingResult> run, PropertyTarget writer) {
            WingSummary summary = WingSummary.of(run.result());
            return new WriteRow(
                    writer.written(),
                    writer.skipped(),
                    run.times().millis(Stage.WRITE),
                    summary.maxWing(),
                    summary.levels(),
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
    @Description(
            "Computes the wing number of each relationship of a bipartite graph, the largest k of a k-wing with it, and returns figures of them.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Computes the wing number of each relationship of a bipartite graph, the largest k of a k-wing with it.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(WingProcedures::rows);
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description(
            "Computes the wing number of each relationship of a bipartite graph, the largest k of a k-wing with it, and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).row(WingProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Computes the wing number of each relationship of a bipartite graph, the largest k of a k-wing with it, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).row(WingProcedures::write, WriteRow::of);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).estimate();
    }

    private AlgorithmCall<BipartiteGraph, WingConfig, WingResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, RelationshipIdUse.NONE, new Configuration(configuration));
    }

    private AlgorithmCall<BipartiteGraph, WingConfig, WingResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, RelationshipIdUse.OPTIONAL, given);
    }

    private WriteCall<BipartiteGraph, WingConfig, WingResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        WriteConfig write = target.apply(given);
        return new WriteCall<>(
                write,
                algorithmCall(procedure, graph, write.relationshipIds(Per.RELATIONSHIP), given),
                Per.RELATIONSHIP.elements());
    }

    private AlgorithmCall<BipartiteGraph, WingConfig, WingResult> algorithmCall(
            String procedure, Object graph, RelationshipIdUse ids, Configuration given) {
        WingConfig what = new WingConfig();
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, ids, what, given);
    }

    private static Stream<StreamRow> rows(AlgorithmRun<WingResult> run) {
        ProjectedGraph projected = run.projected();
        OffHeapLongs wings = run.result().edges();
        Csr left = ((BipartiteGraph) projected.graph()).left();
        Entities entities = run.entities();
        return LongStream.range(0, left.slotCount()).mapToObj(edge -> {
            long leftNode = projected.left().nodeId(left.vertexOf(edge));
            long rightNode = projected.right().nodeId(left.neighbor(edge));
            Long relationship = projected.relationshipId(edge);
            return new StreamRow(
                    leftNode,
                    rightNode,
                    relationship,
                    wings.get(edge),
                    entities.node(leftNode),
                    entities.node(rightNode),
                    entities.relationship(relationship));
        });
    }

    private static void write(AlgorithmRun<WingResult> run, PropertyTarget writer) {
        writer.writeRelationships(
                run.projected(), PropertyValues.integers(run.result().edges()));
    }
}
