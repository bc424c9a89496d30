package dev.motif.algorithm.group.near;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.FoundBicliqueProcedures.GroupCountsRow;
import dev.motif.algorithm.group.biclique.MaximalBicliqueGraphProcedures;
import dev.motif.algorithm.group.biclique.MaximalBicliqueGraphProcedures.GraphRow;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.SizeCounts;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.VirtualGroups;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.BipartiteGraph;
import dev.motif.projection.ProjectedGraph;
import dev.motif.text.GroupId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.near.*}: see {@link NearBicliqueAlgorithm} for what is found. */
public final class NearBicliqueProcedures extends MotifProcedures {
    static final String NAME = "motif.biclique.near";
    static final String STATS_KEYS =
            TimeKeys.SPAN_KEYS + ", missing, minLeft, minRight, contains, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "limit, topK, topKBy, maxOverlap, nodes, " + STATS_KEYS;
    private static final String GRAPH_KEYS = VirtualGroups.KEYS + ", limit, topK, topKBy, maxOverlap, " + STATS_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, NearBicliqueConfig, SizeCounts> COUNTED =
            AlgorithmSpec.of(NAME, new NearBicliqueAlgorithm(), NearBicliqueParameters::config);
    private static final AlgorithmSpec<BipartiteGraph, NearBicliqueConfig, FoundGroups<Biclique>> STREAMED =
            found(Long.MAX_VALUE);

    /** One is drawn, unless the call says otherwise. */
    private static final AlgorithmSpec<BipartiteGraph, NearBicliqueConfig, FoundGroups<Biclique>> DRAWN = found(1);

    public record StreamRow(
            @Description("The left nodes, ascending") List<Long> leftNodeIds,
            @Description("The right nodes, ascending") List<Long> rightNodeIds,
            @Description("The number of left nodes") long leftSize,
            @Description("The number of right nodes") long rightSize,

            @Description("Relationships between its members")
            long edges,

            @Description("leftSize * rightSize - edges") long missingEdges,

            @Description(GroupId.DESCRIPTION) String groupId,

            @Description("The left nodes that still exist; null unless yielded or nodes: true")
            List<Node> leftNodes,

            @Description("The right nodes that still exist; null unless yielded or nodes: true")
            List<Node> rightNodes) {
        private static StreamRow of(
                Biclique biclique, ProjectedGraph projected, BipartiteGraph graph, EntityLookup entities) {
            List<Long> left = ContainedNodes.NONE.idsWith(biclique.left(), projected.left());
            List<Long> right = ContainedNodes.NONE.idsWith(biclique.right(), projected.right());
            long edges = graph.edgesAmong(biclique.left(), biclique.right());
            return new StreamRow(
                    left,
                    right,
                    left.size(),
                    right.size(),
                    edges,
                    biclique.edges() - edges,
                    GroupId.of(left, right),
                    entities.nodes(left),
                    entities.nodes(right));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the maximal near-bicliques of a bipartite graph.")
    public Stream<GroupCountsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return statsContaining(COUNTED, graph, keys).row(run -> new GroupCountsRow(run, run.result()));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Returns the maximal near-bicliques of a bipartite graph, in which each node misses a few of the other side,"
                    + " one by one while they are found.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamContaining(STREAMED, graph, keys).rows(run -> rows(run, run.entities()));
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description("Returns maximal near-bicliques to draw: a virtual node for each, joined to its members by virtual"
            + " relationships.")
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        VirtualGroups drawing = drawing(given);
        return containing(DRAWN, "graph", graph, given)
                .rows(run -> rows(run, new EntityLookup(transaction, run.projected()))
                        .map(row -> MaximalBicliqueGraphProcedures.drawn(
                                row.leftSize, row.rightSize, row.edges, row.leftNodes, row.rightNodes, drawing)));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return statsContaining(COUNTED, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamContaining(STREAMED, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".graph.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        drawing(given);
        return containing(DRAWN, "graph", graph, given).estimate();
    }

    private static VirtualGroups drawing(Configuration given) {
        return VirtualGroups.of(given, "Biclique", "IN_BICLIQUE");
    }

    static AlgorithmSpec<BipartiteGraph, NearBicliqueConfig, FoundGroups<Biclique>> found(long most) {
        return AlgorithmSpec.of(NAME, new NearBicliqueStreamAlgorithm(), given -> chosen(given, most));
    }

    private static NearBicliqueConfig chosen(Configuration given, long most) {
        GroupChoice choice = choiceBy(given, 0, most);
        BicliqueSize by = given.oneOf("topKBy", BicliqueSize.class, BicliqueSize.EDGES);
        return NearBicliqueParameters.config(given).choosing(choice, by);
    }

    static Stream<StreamRow> rows(AlgorithmRun<FoundGroups<Biclique>> run, EntityLookup entities) {
        ProjectedGraph projected = run.projected();
        BipartiteGraph graph = (BipartiteGraph) projected.graph();
        return AlgorithmRun.stream(run.result()).map(biclique -> StreamRow.of(biclique, projected, graph, entities));
    }
}
