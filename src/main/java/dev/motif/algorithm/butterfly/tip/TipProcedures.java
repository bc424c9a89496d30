package dev.motif.algorithm.butterfly.tip;

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
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.Elements;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.tip.*}: see {@link TipAlgorithm} for what is computed. */
public final class TipProcedures extends MotifProcedures {
    private static final TipAlgorithm ALGORITHM = new TipAlgorithm();

    private static final String STATS = "motif.tip.stats";
    private static final String STREAM = "motif.tip.stream";
    private static final String WRITE = "motif.tip.write";
    private static final String MUTATE = "motif.tip.mutate";

    private static final String STATS_CONFIGURATION = "side, " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + STATS_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + STATS_CONFIGURATION;

    /** The tip numbers of a graph. */
    public record StatsRow(
            @Description("The largest tip number; null without any")
            Long maxTip,

            @Description("How many different tip numbers there are")
            long levels,

            @Description("Nodes of the side with the largest tip number")
            long nodesAtMax,

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
        static StatsRow of(AlgorithmRun<TipResult> run) {
            BipartiteGraph graph = (BipartiteGraph) run.projected().graph();
            TipSummary summary = TipSummary.of(run.result());
            return new StatsRow(
                    summary.maxTip(),
                    summary.levels(),
                    summary.nodesAtMax(),
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

    /** The tip number of one node. */
    public record StreamRow(
            @Description("The node") long nodeId,
            @Description("Its tip number") long tip,
            @Description("The node" + WITH_NODES) Node node) {}

    /** What was written. */
    public record WriteRow(
            @Description("Nodes of the side whose property was written")
            long nodePropertiesWritten,

            @Description("Nodes of the side that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,

            @Description("The largest tip number; null without any")
            Long maxTip,

            @Description("How many different tip numbers there are")
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
        static WriteRow of(AlgorithmRun<TipResult> run, PropertyTarget writer) {
            TipSummary summary = TipSummary.of(run.result());
            return new WriteRow(
                    writer.written(),
                    writer.skipped(),
                    run.times().millis(Stage.WRITE),
                    summary.maxTip(),
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
            "Computes the tip number of each node of one side of a bipartite graph, the largest k of a k-tip with it, and returns figures of them.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Computes the tip number of each node of one side of a bipartite graph, the largest k of a k-tip with it.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(TipProcedures::rows);
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description(
            "Computes the tip number of each node of one side of a bipartite graph, the largest k of a k-tip with it, and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).row(TipProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Computes the tip number of each node of one side of a bipartite graph, the largest k of a k-tip with it, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).row(TipProcedures::write, WriteRow::of);
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

    private AlgorithmCall<BipartiteGraph, TipConfig, TipResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration));
    }

    private AlgorithmCall<BipartiteGraph, TipConfig, TipResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, given);
    }

    private WriteCall<BipartiteGraph, TipConfig, TipResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        WriteConfig write = target.apply(given);
        AlgorithmCall<BipartiteGraph, TipConfig, TipResult> call = algorithmCall(procedure, graph, given);
        return new WriteCall<>(
                write, call, Set.of(Elements.of(call.algorithmConfig().side())));
    }

    private AlgorithmCall<BipartiteGraph, TipConfig, TipResult> algorithmCall(
            String procedure, Object graph, Configuration given) {
        TipConfig what = new TipConfig(given.oneOf("side", Side.class, Side.LEFT));
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }

    private static Stream<StreamRow> rows(AlgorithmRun<TipResult> run) {
        NodeIds nodes = nodes(run);
        OffHeapLongs tips = run.result().vertices();
        Entities entities = run.entities();
        return IntStream.range(0, nodes.count()).mapToObj(v -> {
            long node = nodes.nodeId(v);
            return new StreamRow(node, tips.get(v), entities.node(node));
        });
    }

    private static void write(AlgorithmRun<TipResult> run, PropertyTarget writer) {
        writer.writeNodes(nodes(run), PropertyValues.integers(run.result().vertices()));
    }

    private static NodeIds nodes(AlgorithmRun<TipResult> run) {
        return run.result().side() == Side.LEFT
                ? run.projected().left()
                : run.projected().right();
    }
}
