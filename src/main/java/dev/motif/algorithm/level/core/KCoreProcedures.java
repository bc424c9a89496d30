package dev.motif.algorithm.level.core;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.weight.EdgeWeights;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kcore.*}: see {@link KCoreAlgorithm} for what is computed. */
public final class KCoreProcedures extends MotifProcedures {
    private static final String NAME = "motif.kcore";
    private static final String FINDS_EACH = "Finds the core number of each node";
    private static final String STATS_KEYS = EdgeWeights.KEY + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + STATS_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + STATS_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, KCoreConfig, KCoreResult> SPEC = AlgorithmSpec.of(
                    NAME, new KCoreAlgorithm(), given -> new KCoreConfig()
                            .weighedBy(EdgeWeights.named(given.string(EdgeWeights.KEY, null))))
            .nodeValues((result, side) -> side == Side.LEFT ? values(result) : null);

    private static PropertyValues values(KCoreResult result) {
        return result.strengths() != null
                ? PropertyValues.floats(result.strengths()::core)
                : PropertyValues.integers(result.cores()::get);
    }

    /** The core numbers of a graph. */
    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("The degeneracy: the largest core number, 0 without relationships; a FLOAT with weights")
        public final Number degeneracy;

        @Description("How many different core numbers there are")
        public final long levels;

        @Description("Nodes with the largest core number")
        public final long nodesAtMax;

        private StatsRow(AlgorithmRun<KCoreResult> run) {
            super(run);
            KCoreSummary summary = KCoreSummary.of(run.result());
            degeneracy = summary.degeneracy();
            levels = summary.levels();
            nodesAtMax = summary.nodesAtMax();
        }
    }

    /** The core number of one node. */
    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("Its core number, a FLOAT with weights")
            Number core,

            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<KCoreResult> run, GraphEntity node) {
            return new StreamRow(
                    node.nodeId(),
                    coreOf(run.result(), node.index()),
                    run.entities().node(node.nodeId()));
        }
    }

    private static Number coreOf(KCoreResult result, long vertex) {
        // Not in one expression, which would make both numbers FLOATs.
        if (result.strengths() != null) {
            return result.strengths().core(vertex);
        }
        return (long) result.cores().get(vertex);
    }

    /** The result of a write. */
    public static final class WriteRow extends RunRow {
        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("The degeneracy: the largest core number, 0 without relationships; a FLOAT with weights")
        public final Number degeneracy;

        @Description("How many different core numbers there are")
        public final long levels;

        private WriteRow(AlgorithmRun<KCoreResult> run, PropertyTarget target) {
            super(run);
            KCoreSummary summary = KCoreSummary.of(run.result());
            nodePropertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            degeneracy = summary.degeneracy();
            levels = summary.levels();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Finds the core numbers of a unipartite graph and returns its degeneracy.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> run.nodes().map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(FINDS_EACH + " and writes it as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(FINDS_EACH + " and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
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

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }
}
