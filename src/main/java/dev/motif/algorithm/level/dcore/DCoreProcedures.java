package dev.motif.algorithm.level.dcore;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.dcore.*}: see {@link DCoreAlgorithm} for what is computed. */
public final class DCoreProcedures extends MotifProcedures {
    private static final String NAME = "motif.dcore";
    private static final String FINDS =
            "Finds the in-core and the out-core number of each node, and the largest l whose" + " (k,l)-core it is in";
    private static final String STATS_KEYS = "k, l, " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, k, " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", k, " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", k, " + RUN_KEYS;
    private static final String IN_CORE = "The largest k whose (k,0)-core ";
    private static final String OUT_CORE = "The largest l whose (0,l)-core ";

    /** The endings of the names of the columns. */
    private static final List<String> ENDINGS = List.of("_in", "_out", "_l");

    private static final AlgorithmSpec<UnipartiteGraph, DCoreConfig, DCoreResult> SPEC = AlgorithmSpec.of(
                    NAME, new DCoreAlgorithm(), given -> new DCoreConfig(least(given, "k"), null))
            .nodeValues((result, side) -> side == Side.LEFT ? values(result) : null);

    private static int least(Configuration given, String key) {
        return given.integer(key, 1, 0, Integer.MAX_VALUE);
    }

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("The fewest relationships to a node of the core")
        public final long k;

        @Description("The fewest relationships from a node of the core")
        public final long l;

        @Description("Nodes of the (k,l)-core")
        public final long coreNodeCount;

        @Description("The largest l whose (k,l)-core has nodes, 0 without any")
        public final long maxL;

        @Description(IN_CORE + "has nodes")
        public final long maxInCore;

        @Description(OUT_CORE + "has nodes")
        public final long maxOutCore;

        private StatsRow(AlgorithmRun<DCoreResult> run, int l) {
            super(run);
            DCoreResult result = run.result();
            k = result.k();
            this.l = l;
            coreNodeCount = result.count(l);
            maxL = DCoreResult.largest(result.levels());
            maxInCore = DCoreResult.largest(result.in());
            maxOutCore = DCoreResult.largest(result.out());
        }
    }

    public record StreamRow(
            @Description("The node") long nodeId,
            @Description(IN_CORE + "the node is in") long inCore,
            @Description(OUT_CORE + "the node is in") long outCore,

            @Description("The largest l whose (k,l)-core the node is in, null for none")
            Long l,

            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<DCoreResult> run, GraphEntity node) {
            int level = run.result().levels().get(node.index());
            return new StreamRow(
                    node.nodeId(),
                    run.result().in().get(node.index()),
                    run.result().out().get(node.index()),
                    level == DCoreResult.NONE ? null : Long.valueOf(level),
                    run.entities().node(node.nodeId()));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Finds the (k,l)-core of a graph with directions, and the largest in-core and out-core numbers.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        int l = least(given, "l");
        return call(SPEC, "stats", graph, given).row(run -> new StatsRow(run, l));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> run.nodes().map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(FINDS + ", and writes them as a property, a list of three numbers; -1 stands for no core.")
    public Stream<RunRow.OfLists> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(RunRow.OfLists::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(
            FINDS + ", and adds them to the graph as three columns, whose names end in _in, _out and _l; -1 stands for"
                    + " no core.")
    public Stream<RunRow.OfLists> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutateEach(SPEC, graph, keys, ENDINGS).row(RunRow.OfLists::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        least(given, "l");
        return call(SPEC, "stats", graph, given).estimate();
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

    private static PropertyValues values(DCoreResult result) {
        return PropertyValues.lists(Stream.of(result.in(), result.out(), result.levels())
                .map(numbers -> PropertyValues.integers(numbers::get))
                .toList());
    }
}
