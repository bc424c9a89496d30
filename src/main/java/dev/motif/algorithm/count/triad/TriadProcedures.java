package dev.motif.algorithm.count.triad;

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

/** {@code motif.triad.*}: see {@link TriadAlgorithm} for what is counted. */
public final class TriadProcedures extends MotifProcedures {
    private static final String NAME = "motif.triad";
    private static final String COUNTS_EACH = "Counts the places of each node in connected triads";
    private static final String STREAM_KEYS = "nodes, " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + RUN_KEYS;

    /** The endings of the names of the columns. */
    private static final List<String> ENDINGS = IntStream.range(0, TriadResult.PLACES)
            .mapToObj(place -> "_" + place)
            .toList();

    private static final AlgorithmSpec<UnipartiteGraph, TriadConfig, TriadResult> SPEC = AlgorithmSpec.of(
                    NAME, new TriadAlgorithm(), given -> new TriadConfig(false, null))
            .each(given -> new TriadConfig(true, null))
            .nodeValues((result, side) -> side == Side.LEFT ? values(result) : null);

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("003, 012, 102, 021D, 021U, 021C, 111D, 111U, 030T, 030C, 201, 120D, 120U, 120C, 210 or 300")
        public final String triad;

        @Description("Pairs of its nodes with relationships in both directions")
        public final long mutual;

        @Description("Pairs of its nodes with relationships in one direction")
        public final long asymmetric;

        @Description("Sets of three nodes with exactly these directions among them; null when there are 2^63 or more")
        public final Long count;

        @Description("The same, always exact")
        public final String countText;

        private StatsRow(AlgorithmRun<TriadResult> run, Triad of) {
            super(run);
            triad = of.label();
            mutual = of.mutual();
            asymmetric = of.asymmetric();
            count = Counts.toLongOrNull(run.result().count(of));
            countText = run.result().count(of).toString();
        }
    }

    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("In how many triads of each connected kind it is, from 021D to 300: 13 numbers")
            List<Long> triads,

            @Description("In how many it has which place: 30 numbers")
            List<Long> places,

            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<TriadResult> run, GraphEntity node) {
            return new StreamRow(
                    node.nodeId(),
                    run.result().triads(node.index()),
                    run.result().places(node.index()),
                    run.entities().node(node.nodeId()));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(
            "Counts all sets of three nodes of a unipartite graph by the directions of the relationships among them: the triad"
                    + " census.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys)
                .rows(run -> Arrays.stream(Triad.values()).map(of -> new StatsRow(run, of)));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(COUNTS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> run.nodes().map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(COUNTS_EACH + ", and writes them as a property, a list of 30 numbers.")
    public Stream<RunRow.OfLists> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(RunRow.OfLists::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(COUNTS_EACH + ", and adds them to the graph as 30 columns, whose names end in _0 to _29.")
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

    private static PropertyValues values(TriadResult result) {
        return PropertyValues.lists(IntStream.range(0, TriadResult.PLACES)
                .mapToObj(place -> PropertyValues.integers(v -> result.place(v, place)))
                .toList());
    }
}
