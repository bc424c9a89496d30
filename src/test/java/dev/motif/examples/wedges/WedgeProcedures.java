package dev.motif.examples.wedges;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.wedge.*}: see {@link WedgeAlgorithm} for what is counted. */
public final class WedgeProcedures extends MotifProcedures {
    private static final String NAME = "motif.wedge";
    private static final String STREAM_KEYS = "nodes, " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, WedgeAlgorithm.Config, WedgeAlgorithm.Result> SPEC =
            AlgorithmSpec.of(NAME, new WedgeAlgorithm(), given -> new WedgeAlgorithm.Config());

    /** The wedges of a graph. */
    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("The most wedges of a node; 0 without nodes")
        public final long maxWedges;

        private StatsRow(AlgorithmRun<WedgeAlgorithm.Result> run) {
            super(run);
            maxWedges = LongStream.range(0, nodeCount)
                    .map(run.result().vertices()::get)
                    .max()
                    .orElse(0);
        }
    }

    /** The wedges of a node. */
    public record StreamRow(
            @Description("The node") long nodeId,
            @Description("Its wedges") long wedges,
            @Description("The node" + WITH_NODES) org.neo4j.graphdb.Node node) {
        private static StreamRow of(AlgorithmRun<WedgeAlgorithm.Result> run, GraphEntity node) {
            return new StreamRow(
                    node.nodeId(),
                    run.result().vertices().get(node.index()),
                    run.entities().node(node.nodeId()));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the wedges of each node of a unipartite graph, and returns the most.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description("Counts the wedges of each node of a unipartite graph.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> run.nodes().map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }
}
