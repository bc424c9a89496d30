package dev.motif.algorithm.commonneighbors.ktruss;

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
import dev.motif.graph.UnipartiteGraph;
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

/** {@code motif.ktruss.*}: see {@link KTrussAlgorithm} for what is computed. */
public final class KTrussProcedures extends MotifProcedures {
    private static final KTrussAlgorithm ALGORITHM = new KTrussAlgorithm();

    private static final String STATS = "motif.ktruss.stats";
    private static final String STREAM = "motif.ktruss.stream";
    private static final String WRITE = "motif.ktruss.write";
    private static final String MUTATE = "motif.ktruss.mutate";

    private static final String STATS_CONFIGURATION = RUN_CONFIGURATION;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + STATS_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + STATS_CONFIGURATION;

    /** The truss numbers of a graph. */
    public record StatsRow(
            @Description("The largest truss number; null without relationships")
            Long maxTruss,

            @Description("How many different truss numbers there are")
            long levels,

            @Description("Relationships with the largest truss number")
            long relationshipsAtMax,

            @Description("Nodes of the graph") long nodeCount,
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
        static StatsRow of(AlgorithmRun<KTrussResult> run) {
            UnipartiteGraph graph = (UnipartiteGraph) run.projected().graph();
            KTrussSummary summary = KTrussSummary.of(run.result());
            return new StatsRow(
                    summary.maxTruss(),
                    summary.levels(),
                    summary.relationshipsAtMax(),
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
    }

    /** The truss number of one relationship. */
    public record StreamRow(
            @Description("The node of the relationship that comes first")
            long sourceNodeId,

            @Description("The other node of the relationship")
            long targetNodeId,

            @Description("The relationship, of parallel ones the smallest id; null when the graph was projected without"
                    + " relationshipIds: true")
            Long relationshipId,

            @Description("Its truss number") long truss,

            @Description("The node with sourceNodeId" + WITH_NODES)
            Node sourceNode,

            @Description("The node with targetNodeId" + WITH_NODES)
            Node targetNode,

            @Description("The relationship" + WITH_NODES) Relationship relationship) {}

    /** What was written. */
    public record WriteRow(
            @Description("Relationships whose property was written")
            long propertiesWritten,

            @Description("Relationships that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,

            @Description("The largest truss number; null without relationships")
            Long maxTruss,

            @Description("How many different truss numbers there are")
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
        static WriteRow of(AlgorithmRun<KTrussResult> run, PropertyTarget writer) {
            KTrussSummary summary = KTrussSummary.of(run.result());
            return new WriteRow(
                    writer.written(),
                    writer.skipped(),
                    run.times().millis(Stage.WRITE),
                    summary.maxTruss(),
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
            "Computes the truss number of each relationship of a unipartite graph, the largest k of a k-truss with it, and returns figures of them.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Computes the truss number of each relationship of a unipartite graph, the largest k of a k-truss with it.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(KTrussProcedures::rows);
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description(
            "Computes the truss number of each relationship of a unipartite graph, the largest k of a k-truss with it, and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).row(KTrussProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Computes the truss number of each relationship of a unipartite graph, the largest k of a k-truss with it, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration)
                .row(KTrussProcedures::write, WriteRow::of);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).estimate();
    }

    private AlgorithmCall<UnipartiteGraph, KTrussConfig, KTrussResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, RelationshipIdUse.NONE, new Configuration(configuration));
    }

    private AlgorithmCall<UnipartiteGraph, KTrussConfig, KTrussResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, RelationshipIdUse.OPTIONAL, given);
    }

    private WriteCall<UnipartiteGraph, KTrussConfig, KTrussResult> writeCall(
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

    private AlgorithmCall<UnipartiteGraph, KTrussConfig, KTrussResult> algorithmCall(
            String procedure, Object graph, RelationshipIdUse ids, Configuration given) {
        KTrussConfig what = new KTrussConfig();
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, ids, what, given);
    }

    /** Not by {@code flatMap}, which would make all rows of a node at once when one of them is asked for. */
    private static Stream<StreamRow> rows(AlgorithmRun<KTrussResult> run) {
        UnipartiteGraph graph = (UnipartiteGraph) run.projected().graph();
        int[] u = {-1};
        long[] slot = {0};
        return LongStream.range(0, graph.edgeCount()).mapToObj(edge -> {
            while (u[0] < 0 || slot[0] == graph.adjacency().end(u[0])) {
                slot[0] = graph.firstForward(++u[0]);
            }
            return row(run, edge, u[0], graph.adjacency().neighbor(slot[0]++));
        });
    }

    private static StreamRow row(AlgorithmRun<KTrussResult> run, long edge, int u, int v) {
        ProjectedGraph projected = run.projected();
        Entities entities = run.entities();
        long source = projected.left().nodeId(u);
        long target = projected.left().nodeId(v);
        Long relationship = projected.relationshipId(edge);
        return new StreamRow(
                source,
                target,
                relationship,
                run.result().edges().get(edge),
                entities.node(source),
                entities.node(target),
                entities.relationship(relationship));
    }

    private static void write(AlgorithmRun<KTrussResult> run, PropertyTarget writer) {
        writer.writeRelationships(
                run.projected(), PropertyValues.integers(run.result().edges()));
    }
}
