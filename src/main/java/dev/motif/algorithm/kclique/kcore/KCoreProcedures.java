package dev.motif.algorithm.kclique.kcore;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.projection.Elements;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kcore.*}: see {@link KCoreAlgorithm} for what is computed. */
public final class KCoreProcedures extends MotifProcedures {
    private static final KCoreAlgorithm ALGORITHM = new KCoreAlgorithm();

    private static final String STATS = "motif.kcore.stats";
    private static final String STREAM = "motif.kcore.stream";
    private static final String WRITE = "motif.kcore.write";
    private static final String MUTATE = "motif.kcore.mutate";

    private static final String STREAM_CONFIGURATION = "nodes, " + RUN_KEYS;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + RUN_KEYS;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + RUN_KEYS;

    /** The core numbers of a graph. */
    public record StatsRow(
            @Description("The degeneracy: the largest core number, 0 without relationships")
            long degeneracy,

            @Description("How many different core numbers there are")
            long levels,

            @Description("Nodes with the largest core number")
            long nodesAtMax,

            @Description("Nodes of the graph") long nodeCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of peeling") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static StatsRow of(AlgorithmRun<KCoreResult> run) {
            KCoreSummary summary = KCoreSummary.of(run.result());
            return new StatsRow(
                    summary.degeneracy(),
                    summary.levels(),
                    summary.nodesAtMax(),
                    run.projected().graph().vertexCount(),
                    run.projected().graph().edgeCount(),
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

    /** The core number of one node. */
    public record StreamRow(
            @Description("The node") long nodeId,
            @Description("Its core number") long core,
            @Description("The node" + WITH_NODES) Node node) {}

    /** What was written. */
    public record WriteRow(
            @Description("Nodes whose property was written") long nodePropertiesWritten,
            @Description("Nodes that no longer exist") long skipped,
            @Description(WRITE_MILLIS) long writeMillis,

            @Description("The degeneracy: the largest core number, 0 without relationships")
            long degeneracy,

            @Description("How many different core numbers there are")
            long levels,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of peeling") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static WriteRow of(AlgorithmRun<KCoreResult> run, PropertyTarget writer) {
            KCoreSummary summary = KCoreSummary.of(run.result());
            return new WriteRow(
                    writer.written(),
                    writer.skipped(),
                    run.times().millis(Stage.WRITE),
                    summary.degeneracy(),
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
    @Description("Finds the core numbers of a unipartite graph and returns its degeneracy.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = RUN_KEYS, defaultValue = "{}")
                    Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration)).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Finds the core number of each node.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION, defaultValue = "{}")
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(run -> {
            NodeIds nodes = run.projected().left();
            OffHeapInts cores = run.result().cores();
            Entities entities = run.entities();
            return IntStream.range(0, nodes.count()).mapToObj(v -> {
                long node = nodes.nodeId(v);
                return new StreamRow(node, cores.get(v), entities.node(node));
            });
        });
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description("Finds the core number of each node and writes it as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).row(KCoreProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description("Finds the core number of each node and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).row(KCoreProcedures::write, WriteRow::of);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = RUN_KEYS, defaultValue = "{}")
                    Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration)).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION, defaultValue = "{}")
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

    private AlgorithmCall<UnipartiteGraph, KCoreConfig, KCoreResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, given);
    }

    private WriteCall<UnipartiteGraph, KCoreConfig, KCoreResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        return new WriteCall<>(target.apply(given), algorithmCall(procedure, graph, given), Elements.NODES);
    }

    private AlgorithmCall<UnipartiteGraph, KCoreConfig, KCoreResult> algorithmCall(
            String procedure, Object graph, Configuration given) {
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, RelationshipIdUse.NONE, new KCoreConfig(), given);
    }

    private static void write(AlgorithmRun<KCoreResult> run, PropertyTarget target) {
        target.writeNodes(
                run.projected().left(), PropertyValues.integers(run.result().cores()::get));
    }
}
