package dev.motif.algorithm.group.near;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.clique.FoundCliqueProcedures.GroupCountsRow;
import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.choice.FoundGroups;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.VirtualGroups;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.text.GroupId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.clique.near.*}: see {@link NearCliqueAlgorithm} for what is found. */
public final class NearCliqueProcedures extends MotifProcedures {
    static final String NAME = "motif.clique.near";
    static final String STATS_KEYS = TimeKeys.SPAN_KEYS + ", missing, minSize, contains, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "limit, topK, maxOverlap, nodes, " + STATS_KEYS;
    private static final String GRAPH_KEYS = VirtualGroups.KEYS + ", limit, topK, maxOverlap, " + STATS_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, NearCliqueConfig, MaximalCliqueResult> COUNTED =
            AlgorithmSpec.of(NAME, new NearCliqueAlgorithm(), NearCliqueParameters::config);
    private static final AlgorithmSpec<UnipartiteGraph, NearCliqueConfig, FoundGroups<int[]>> STREAMED =
            found(Long.MAX_VALUE);

    /** One is drawn, unless the call says otherwise. */
    private static final AlgorithmSpec<UnipartiteGraph, NearCliqueConfig, FoundGroups<int[]>> DRAWN = found(1);

    public record StreamRow(
            @Description("Its nodes, ascending") List<Long> nodeIds,
            @Description("The number of its nodes") long size,

            @Description("Relationships between its members")
            long edges,

            @Description("size * (size - 1) / 2 - edges") long missingEdges,

            @Description(GroupId.DESCRIPTION) String groupId,

            @Description("Its nodes that still exist; null unless yielded or nodes: true")
            List<Node> nodes) {}

    /** A near-clique as a virtual node, with a virtual relationship from each member. */
    public record GraphRow(
            @Description("The virtual node of the near-clique, with size and edges")
            Node clique,

            @Description("The members that still exist, which are nodes of the database")
            List<Node> nodes,

            @Description("A virtual relationship from each of these nodes to the virtual node")
            List<Relationship> relationships,

            @Description("The number of members") long size,

            @Description("Relationships between its members")
            long edges) {
        private static GraphRow of(StreamRow near, VirtualGroups drawing) {
            Node clique = drawing.node(Map.of("size", near.size, "edges", near.edges));
            return new GraphRow(clique, near.nodes, drawing.relationships(near.nodes, clique), near.size, near.edges);
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the maximal near-cliques of a unipartite graph.")
    public Stream<GroupCountsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return statsContaining(COUNTED, graph, keys).row(run -> new GroupCountsRow(run, run.result(), 0));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Returns the maximal near-cliques of a unipartite graph, in which each node misses a few of the others, one"
                    + " by one while they are found.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamContaining(STREAMED, graph, keys).rows(run -> rows(run, run.entities()));
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description("Returns maximal near-cliques to draw: a virtual node for each, joined to its members by virtual"
            + " relationships.")
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        VirtualGroups drawing = drawing(given);
        return containing(DRAWN, "graph", graph, given)
                .rows(run -> rows(run, new EntityLookup(transaction, run.projected()))
                        .map(row -> GraphRow.of(row, drawing)));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return statsContaining(COUNTED, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamContaining(STREAMED, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".graph.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        drawing(given);
        return containing(DRAWN, "graph", graph, given).estimate();
    }

    private static VirtualGroups drawing(Configuration given) {
        return VirtualGroups.of(given, "Clique", "IN_CLIQUE");
    }

    static AlgorithmSpec<UnipartiteGraph, NearCliqueConfig, FoundGroups<int[]>> found(long most) {
        return AlgorithmSpec.of(NAME, new NearCliqueStreamAlgorithm(), given -> NearCliqueParameters.config(given)
                .choosing(choice(given, 0, most)));
    }

    static Stream<StreamRow> rows(AlgorithmRun<FoundGroups<int[]>> run, EntityLookup entities) {
        UnipartiteGraph graph = (UnipartiteGraph) run.projected().graph();
        return AlgorithmRun.stream(run.result()).map(members -> {
            List<Long> ids =
                    ContainedNodes.NONE.idsWith(members, run.projected().left());
            long size = members.length;
            long edges = graph.edgesAmong(members);
            return new StreamRow(ids, size, edges, size * (size - 1) / 2 - edges, GroupId.of(ids), entities.nodes(ids));
        });
    }
}
