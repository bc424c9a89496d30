package dev.motif.algorithm.similar.clustering;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.projection.EntityKind;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.clustering.*}: see {@link ClusteringAlgorithm} for what is computed. */
public final class ClusteringProcedures extends MotifProcedures {
    private static final String NAME = "motif.clustering";
    private static final String FINDS_EACH = "Finds the clustering coefficient of each node of a bipartite graph";
    private static final String STATS_KEYS = "mode, side, " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + STATS_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + STATS_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, ClusteringConfig, ClusteringResult> SPEC = AlgorithmSpec.of(
                    NAME, new ClusteringAlgorithm(), ClusteringProcedures::parameters)
            .nodeValues(
                    what -> what.side() == null ? EntityKind.NODES : Set.of(EntityKind.of(what.side())),
                    (result, side) ->
                            result.has(side) ? PropertyValues.floats(v -> result.coefficient(side, v)) : null);

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("The mean over all left nodes; null with side: 'RIGHT'")
        public final Double leftAverage;

        @Description("The mean over all right nodes; null with side: 'LEFT'")
        public final Double rightAverage;

        private StatsRow(AlgorithmRun<ClusteringResult> run) {
            super(run);
            leftAverage = run.result().average(Side.LEFT);
            rightAverage = run.result().average(Side.RIGHT);
        }
    }

    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'")
            String side,

            @Description("Its clustering coefficient, in [0, 1]")
            double coefficient,

            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<ClusteringResult> run, GraphEntity node) {
            return new StreamRow(
                    node.nodeId(),
                    node.side(),
                    run.result().coefficient(node.of().side(), node.index()),
                    run.entities().node(node.nodeId()));
        }
    }

    public static final class WriteRow extends RunRow {
        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("The mean over all left nodes; null with side: 'RIGHT'")
        public final Double leftAverage;

        @Description("The mean over all right nodes; null with side: 'LEFT'")
        public final Double rightAverage;

        private WriteRow(AlgorithmRun<ClusteringResult> run, PropertyTarget target) {
            super(run);
            nodePropertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            leftAverage = run.result().average(Side.LEFT);
            rightAverage = run.result().average(Side.RIGHT);
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Finds the clustering coefficients of the nodes of a bipartite graph and returns their averages.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> Arrays.stream(Side.values())
                .filter(run.result()::has)
                .map(side -> run.nodes(EntityKind.of(side)))
                .reduce(Stream.empty(), Stream::concat)
                .map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(FINDS_EACH + " and writes it as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(FINDS_EACH + " and adds a column of them to the graph.")
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

    private static ClusteringConfig parameters(Configuration given) {
        return new ClusteringConfig(
                given.oneOf("mode", ClusteringMode.class, ClusteringMode.DOT), given.oneOf("side", Side.class, null));
    }
}
