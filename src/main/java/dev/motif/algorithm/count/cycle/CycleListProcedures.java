package dev.motif.algorithm.count.cycle;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.backend.EdgeTimes;
import dev.motif.choice.GroupChoice;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WeightKeys;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.projection.ProjectedGraph;
import dev.motif.text.GroupId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.cycle.list}: see {@link CycleListAlgorithm} for how cycles are found. */
public final class CycleListProcedures extends MotifProcedures {
    private static final String LIST = CycleProcedures.NAME + ".list";
    private static final String KEYS =
            CycleParameters.KEYS + ", " + GroupWeights.KEY + ", contains, limit, topK, maxOverlap, nodes, " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, CycleListConfig, FoundCycles> SPEC =
            AlgorithmSpec.of(CycleProcedures.NAME, new CycleListAlgorithm(), CycleListProcedures::what);

    public record CycleRow(
            @Description("Its nodes in the direction of the cycle, from the smallest id on; with timeProperty from the"
                    + " start of the first relationship on")
            List<Long> nodeIds,

            @Description(
                    "The relationship from each node to the next one, and at last back to the first, of parallel ones"
                            + " the smallest id; null when the graph was projected without relationshipIds: true")
            List<Long> relationshipIds,

            @Description("The times of the relationships; null without timeProperty")
            List<Object> times,

            @Description("The weights of the relationships; null without relationshipWeightProperty")
            List<Object> weights,

            @Description(WEIGHT) Number weight,
            @Description(GroupId.DESCRIPTION) String groupId,

            @Description("The nodes that still exist; null unless yielded or nodes: true")
            List<Node> nodes,

            @Description("The relationships that still exist; null unless yielded or nodes: true")
            List<Relationship> relationships) {}

    /** Makes rows of what a run has found. */
    private record Rows(ProjectedGraph graph, CycleConfig search, GroupWeights groups, AlgorithmRun<FoundCycles> run) {
        static Rows of(AlgorithmRun<FoundCycles> run) {
            CycleListConfig config = run.result().config();
            return new Rows(run.projected(), config.search(), config.groups(), run);
        }

        CycleRow row(FoundCycle cycle) {
            List<Long> nodeIds = Arrays.stream(cycle.vertices())
                    .mapToObj(graph.left()::nodeId)
                    .toList();
            List<Long> relationshipIds = graph.relationships() == null ? null : relationshipIds(cycle);
            return new CycleRow(
                    nodeIds,
                    relationshipIds,
                    search.window() == null ? null : each(cycle, this::time),
                    groups == null ? null : each(cycle, groups.edges()::number),
                    groups == null ? null : groups.value(groups.ofEdges(cycle.relationships())),
                    GroupId.of(nodeIds),
                    run.entities().nodes(nodeIds),
                    run.entities().relationships(relationshipIds));
        }

        private static List<Object> each(FoundCycle cycle, LongFunction<Object> value) {
            return Arrays.stream(cycle.relationships()).mapToObj(value).toList();
        }

        private Object time(long index) {
            return run.timeType().object(search.window().times().times().get(index));
        }

        private List<Long> relationshipIds(FoundCycle cycle) {
            return IntStream.range(0, cycle.vertices().length)
                    .mapToObj(i -> relationshipId(cycle, i))
                    .toList();
        }

        private Long relationshipId(FoundCycle cycle, int i) {
            long index = cycle.relationships()[i];
            if (search.window() != null) {
                EdgeTimes times = search.window().times();
                long edge = times.edge(index);
                return graph.relationshipId(edge, index - times.start(edge));
            }
            boolean forward = cycle.vertices()[i] < cycle.vertices()[(i + 1) % cycle.vertices().length];
            long place = search.directions().place(index, forward ? EdgeDirections.FORWARD : EdgeDirections.BACKWARD);
            return graph.relationshipId(index, place);
        }
    }

    @Procedure(name = LIST, mode = READ)
    @Description(
            "Returns the directed cycles of a unipartite graph one by one while they are found, also in the order of"
                    + " time.")
    public Stream<CycleRow> list(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return listCall(graph, keys).rows(run -> {
            Rows rows = Rows.of(run);
            return AlgorithmRun.stream(run.result()).map(rows::row);
        });
    }

    @Procedure(name = LIST + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> listEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return listCall(graph, keys).estimate();
    }

    private AlgorithmCall<UnipartiteGraph, CycleListConfig, FoundCycles> listCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, LIST);
        return containing(SPEC, "list", graph, RelationshipIdUse.OPTIONAL, given);
    }

    private static CycleListConfig what(Configuration given) {
        GroupWeights weights = WeightKeys.read(given);
        GroupChoice choice = choice(given, 0, Long.MAX_VALUE);
        if (choice.ofLargest()) {
            WeightKeys.needed(weights, "topK");
        }
        return new CycleListConfig(
                CycleParameters.search(given, weights == null ? null : weights.edges()),
                choice,
                weights == null ? null : weights.aggregation(),
                List.of());
    }
}
