package dev.motif.algorithm.count.graphlet;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.Counts;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.graphlet.*}: see {@link GraphletAlgorithm} for what is counted. */
public final class GraphletProcedures extends MotifProcedures {
    private static final String NAME = "motif.graphlet";
    private static final String COUNTS_EACH = "Counts the orbits of each node, its places in graphlets";
    private static final String STREAM_KEYS = "nodes, " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + RUN_KEYS;

    /** The endings of the names of the columns. */
    private static final List<String> ENDINGS = IntStream.range(0, GraphletResult.ORBITS)
            .mapToObj(orbit -> "_" + orbit)
            .toList();

    private static final AlgorithmSpec<UnipartiteGraph, GraphletConfig, GraphletResult> SPEC = AlgorithmSpec.of(
                    NAME, new GraphletAlgorithm(), given -> new GraphletConfig(false))
            .each(given -> new GraphletConfig(true))
            .nodeValues((result, side) -> side == Side.LEFT ? values(result) : null);

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("PATH_3, TRIANGLE, PATH_4, CLAW, CYCLE_4, PAW, DIAMOND or CLIQUE_4")
        public final String graphlet;

        @Description("Nodes of one")
        public final long nodes;

        @Description("Relationships of one")
        public final long relationships;

        @Description(
                "Sets of this number of nodes with exactly these relationships among them; null when there are 2^63 or more")
        public final Long count;

        @Description("The same, always exact")
        public final String countText;

        private StatsRow(AlgorithmRun<GraphletResult> run, Graphlet of) {
            super(run);
            graphlet = of.name();
            nodes = of.vertices();
            relationships = of.edges();
            count = Counts.toLongOrNull(run.result().count(of));
            countText = run.result().count(of).toString();
        }
    }

    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("In how many graphlets it has which place: 15 numbers")
            List<Long> orbits,

            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<GraphletResult> run, GraphEntity node) {
            return new StreamRow(
                    node.nodeId(),
                    run.result().orbits(node.index()),
                    run.entities().node(node.nodeId()));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the connected induced subgraphs of three and four nodes of a unipartite graph by their kind.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys)
                .rows(run -> Arrays.stream(Graphlet.values()).map(of -> new StatsRow(run, of)));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(COUNTS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> run.nodes().map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(COUNTS_EACH + ", and writes them as a property, a list of 15 numbers.")
    public Stream<RunRow.OfLists> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(RunRow.OfLists::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(COUNTS_EACH + ", and adds them to the graph as 15 columns, whose names end in _0 to _14.")
    public Stream<RunRow.OfLists> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutateEach(SPEC, graph, keys, ENDINGS).row(RunRow.OfLists::new);
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

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutateEach(SPEC, graph, keys, ENDINGS).estimate();
    }

    private static PropertyValues values(GraphletResult result) {
        return PropertyValues.lists(IntStream.range(0, GraphletResult.ORBITS)
                .mapToObj(orbit -> PropertyValues.integers(v -> result.orbit(v, orbit)))
                .toList());
    }
}
