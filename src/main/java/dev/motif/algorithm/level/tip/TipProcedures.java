package dev.motif.algorithm.level.tip;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.projection.EntityKind;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.tip.*}: see {@link TipAlgorithm} for what is computed. */
public final class TipProcedures extends MotifProcedures {
    private static final String NAME = "motif.tip";
    private static final String STATS_KEYS = "side, " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + STATS_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + STATS_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, TipConfig, TipResult> SPEC = AlgorithmSpec.of(
                    NAME, new TipAlgorithm(), given -> new TipConfig(given.oneOf("side", Side.class, Side.LEFT)))
            .nodeValues(
                    what -> Set.of(EntityKind.of(what.side())),
                    (result, side) -> side == result.side() ? PropertyValues.integers(result.vertices()) : null);

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("The largest tip number; null without any")
        public final Long maxTip;

        @Description("How many different tip numbers there are")
        public final long levels;

        @Description("Nodes of the side with the largest tip number")
        public final long nodesAtMax;

        private StatsRow(AlgorithmRun<TipResult> run) {
            super(run);
            TipSummary summary = TipSummary.of(run.result());
            maxTip = summary.maxTip();
            levels = summary.levels();
            nodesAtMax = summary.nodesAtMax();
        }
    }

    public record StreamRow(
            @Description("The node") long nodeId,
            @Description("Its tip number") long tip,
            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<TipResult> run, GraphEntity node) {
            return new StreamRow(
                    node.nodeId(),
                    run.result().vertices().get(node.index()),
                    run.entities().node(node.nodeId()));
        }
    }

    public static final class WriteRow extends RunRow {
        @Description("Nodes of the side whose property was written")
        public final long nodePropertiesWritten;

        @Description("Nodes of the side that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("The largest tip number; null without any")
        public final Long maxTip;

        @Description("How many different tip numbers there are")
        public final long levels;

        private WriteRow(AlgorithmRun<TipResult> run, PropertyTarget target) {
            super(run);
            TipSummary summary = TipSummary.of(run.result());
            nodePropertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            maxTip = summary.maxTip();
            levels = summary.levels();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(
            "Returns figures of the tip number of each node of one side of a bipartite graph, the largest k of a k-tip"
                    + " with it.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description("Returns the tip number of each node of one side of a bipartite graph.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys)
                .rows(run -> run.nodes(EntityKind.of(run.result().side())).map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description("Writes the tip number of each node of one side of a bipartite graph as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Adds a column with the tip number of each node of one side of a bipartite graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }
}
