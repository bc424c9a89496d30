package dev.motif.algorithm.group.clique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.LargestGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.VirtualGroups;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;
import dev.motif.cypher.config.WeightKeys;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.projection.ProjectedGraph;
import dev.motif.text.GroupId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/**
 * {@code motif.clique.maximal.stats}, {@code stream} and {@code graph}, and {@code motif.clique.maximum}: see {@link
 * MaximalCliqueAlgorithm} for what is enumerated.
 */
public final class MaximalCliqueProcedures extends FoundCliqueProcedures {
    private static final String NAME = "motif.clique.maximal";
    private static final String MAXIMUM = "motif.clique.maximum";
    private static final String SEARCH_KEYS =
            TimeKeys.SPAN_KEYS + ", minSize, maxSize, contains, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "limit, " + CHOICE_KEYS + "nodes, " + SEARCH_KEYS;
    private static final String MAXIMUM_KEYS = CHOICE_KEYS + "nodes, " + SEARCH_KEYS;
    private static final String GRAPH_KEYS = VirtualGroups.KEYS + ", limit, " + CHOICE_KEYS + SEARCH_KEYS;

    public record CliqueRow(
            @Description("Its nodes, ascending") List<Long> nodeIds,
            @Description("The number of its nodes") long size,
            @Description(WEIGHT) Number weight,
            @Description(GroupId.DESCRIPTION) String groupId,

            @Description("The nodes that still exist; null unless yielded or nodes: true")
            List<Node> nodes) {}

    /** A clique as a virtual node, with a virtual relationship from each member. */
    public record GraphRow(
            @Description("The virtual node of the clique, with its size and weight")
            Node clique,

            @Description("The members that still exist, which are nodes of the database")
            List<Node> nodes,

            @Description("A virtual relationship from each of these nodes to the virtual node")
            List<Relationship> relationships,

            @Description("The number of members") long size,
            @Description(WEIGHT) Number weight) {}

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the maximal cliques of a unipartite graph: complete subgraphs that no node can be added to.")
    public Stream<GroupCountsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SEARCH_KEYS) Map<String, Object> keys) {
        AlgorithmCall<UnipartiteGraph, MaximalCliqueConfig, MaximalCliqueResult> call = statsCall(graph, keys);
        ContainedNodes contains = call.contains();
        return call.row(run -> {
            boolean none = !contains.isEmpty() && !contains.areRelated(run.whole());
            return new GroupCountsRow(run, none ? MaximalCliqueResult.NONE : run.result(), contains.count());
        });
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description("Returns the maximal cliques of a unipartite graph one by one while they are found, or the largest.")
    public Stream<CliqueRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return rows(streamCall(graph, keys));
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description("Returns maximal cliques to draw: a virtual node for each, joined to its members by virtual"
            + " relationships.")
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        VirtualGroups drawing = drawing(given);
        AlgorithmCall<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> call = graphCall(graph, given);
        return call.rows(run -> cliques(call, run).map(clique -> graphRow(clique, drawing, run.projected())));
    }

    @Procedure(name = MAXIMUM, mode = READ)
    @Description(
            "Returns the largest cliques of a unipartite graph; no row when the graph has none of the wanted sizes.")
    public Stream<CliqueRow> maximum(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MAXIMUM_KEYS) Map<String, Object> keys) {
        return rows(maximumCall(graph, keys));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SEARCH_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamCall(graph, keys).estimate();
    }

    @Procedure(name = NAME + ".graph.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        drawing(given);
        return graphCall(graph, given).estimate();
    }

    @Procedure(name = MAXIMUM + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> maximumEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MAXIMUM_KEYS) Map<String, Object> keys) {
        return maximumCall(graph, keys).estimate();
    }

    private AlgorithmCall<UnipartiteGraph, MaximalCliqueConfig, MaximalCliqueResult> statsCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        ContainedNodes contains = ContainedNodes.of(given);
        return call(
                NAME + ".stats", new MaximalCliqueAlgorithm(), graph, contains, search(given, contains.count()), given);
    }

    private AlgorithmCall<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> streamCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, NAME + ".stream");
        return foundCall(NAME + ".stream", graph, given, 0, Long.MAX_VALUE);
    }

    /** One is drawn, unless the call says otherwise. */
    private AlgorithmCall<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> graphCall(
            Object graph, Configuration given) {
        return foundCall(NAME + ".graph", graph, given, given.has("limit") ? 0 : 1, Long.MAX_VALUE);
    }

    private AlgorithmCall<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> maximumCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, MAXIMUM);
        int topK = given.integer("topK", 1, 1, LargestGroups.MOST);
        double maxOverlap = maxOverlap(given, topK);
        GroupWeights weights = WeightKeys.read(given);
        GroupWeights ranking = ranking(given, weights);
        ContainedNodes contains = ContainedNodes.of(given);
        FoundCliquesConfig what = new FoundCliquesConfig(
                search(given, contains.count()),
                GroupChoice.top(topK, maxOverlap).sharing(contains.count()),
                ranking);
        return call(MAXIMUM, new FoundCliquesAlgorithm(), graph, contains, what, given)
                .weighing(weights);
    }

    private static Stream<CliqueRow> rows(AlgorithmCall<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> call) {
        return call.rows(run -> cliques(call, run)
                .map(clique -> new CliqueRow(
                        clique.nodeIds(),
                        clique.nodeIds().size(),
                        clique.weight(),
                        GroupId.of(clique.nodeIds()),
                        run.entities().nodes(clique.nodeIds()))));
    }

    private static VirtualGroups drawing(Configuration given) {
        return VirtualGroups.of(given, "Clique", "IN_CLIQUE");
    }

    private GraphRow graphRow(FoundClique found, VirtualGroups drawing, ProjectedGraph graph) {
        long size = found.nodeIds().size();
        Node clique = drawing.node(
                found.weight() == null ? Map.of("size", size) : Map.of("size", size, "weight", found.weight()));
        List<Node> nodes = new EntityLookup(transaction, graph).nodes(found.nodeIds());
        return new GraphRow(clique, nodes, drawing.relationships(nodes, clique), size, found.weight());
    }
}
