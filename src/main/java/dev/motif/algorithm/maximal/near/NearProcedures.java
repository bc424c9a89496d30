package dev.motif.algorithm.maximal.near;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.maximal.MaximalBicliqueGraphProcedures;
import dev.motif.algorithm.maximal.MaximalBicliqueGraphProcedures.GraphRow;
import dev.motif.algorithm.maximal.MaximalBicliqueProcedures;
import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Counts;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.Drawing;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GroupId;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import dev.motif.projection.ProjectedGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.near.*}: see {@link NearAlgorithm} for what is found. */
public final class NearProcedures extends MotifProcedures {
    private static final String NAME = "motif.biclique.near";
    private static final String STATS_KEYS = "missing, minLeft, minRight, contains, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "limit, nodes, " + STATS_KEYS;
    private static final String GRAPH_KEYS = Drawing.KEYS + ", limit, " + STATS_KEYS;

    /** The maximal near-bicliques of a graph. */
    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("Maximal near-bicliques; null when there are 2^63 or more")
        public final Long count;

        @Description("Maximal near-bicliques, always exact")
        public final String countText;

        @Description("The most left nodes of one, 0 when there is none")
        public final long maxLeft;

        @Description("The most right nodes of one, 0 when there is none")
        public final long maxRight;

        @Description("How many there are of each size, as maps of left, right and count")
        public final List<Map<String, Object>> sizes;

        private StatsRow(AlgorithmRun<NearCounts> run) {
            super(run);
            count = Counts.toLongOrNull(run.result().total());
            countText = run.result().total().toString();
            maxLeft = run.result().maxLeft();
            maxRight = run.result().maxRight();
            sizes = MaximalBicliqueProcedures.sizes(run.result().sizes());
        }
    }

    /** A maximal near-biclique. */
    public record StreamRow(
            @Description("The left nodes, ascending") List<Long> leftNodeIds,
            @Description("The right nodes, ascending") List<Long> rightNodeIds,
            @Description("The number of left nodes") long leftSize,
            @Description("The number of right nodes") long rightSize,

            @Description("Relationships between its members")
            long edges,

            @Description("leftSize * rightSize - edges") long missingEdges,

            @Description(GroupId.DESCRIPTION) String groupId,

            @Description("The left nodes that still exist; null unless YIELD names it or nodes: true")
            List<Node> leftNodes,

            @Description("The right nodes that still exist; null unless YIELD names it or nodes: true")
            List<Node> rightNodes) {
        private static StreamRow of(
                Biclique biclique, ProjectedGraph projected, BipartiteGraph graph, EntityLookup entities) {
            List<Long> left = ContainedNodes.NONE.idsWith(biclique.left(), projected.left());
            List<Long> right = ContainedNodes.NONE.idsWith(biclique.right(), projected.right());
            long edges = 0;
            for (int u : biclique.left()) {
                for (int v : biclique.right()) {
                    edges += graph.left().slotOf(u, v) >= 0 ? 1 : 0;
                }
            }
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
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Returns the maximal near-bicliques of a bipartite graph, in which each node misses a few of the other side,"
                    + " one by one while they are found.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamCall(graph, keys).rows(run -> rows(run, run.entities()));
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description("Returns maximal near-bicliques to draw: a virtual node for each, joined to its members by virtual"
            + " relationships.")
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Drawing drawing = drawing(given);
        return graphCall(graph, given).rows(run -> rows(run, new EntityLookup(transaction))
                .map(row -> MaximalBicliqueGraphProcedures.drawn(
                        row.leftSize, row.rightSize, row.edges, row.leftNodes, row.rightNodes, true, drawing)));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamCall(graph, keys).estimate();
    }

    @Procedure(name = NAME + ".graph.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        drawing(given);
        return graphCall(graph, given).estimate();
    }

    private static Drawing drawing(Configuration given) {
        return Drawing.of(given, "Biclique", "IN_BICLIQUE");
    }

    private AlgorithmCall<BipartiteGraph, NearConfig, NearCounts> statsCall(Object graph, Map<String, Object> keys) {
        return nearCall("stats", graph, new NearAlgorithm(), new Configuration(keys), Long.MAX_VALUE);
    }

    private AlgorithmCall<BipartiteGraph, NearConfig, FoundBicliques> streamCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, NAME + ".stream");
        long limit = given.integer("limit", Long.MAX_VALUE, 1, Long.MAX_VALUE);
        return nearCall("stream", graph, new NearStreamAlgorithm(), given, limit);
    }

    /** One is drawn, unless the call says otherwise. */
    private AlgorithmCall<BipartiteGraph, NearConfig, FoundBicliques> graphCall(Object graph, Configuration given) {
        return nearCall(
                "graph", graph, new NearStreamAlgorithm(), given, given.integer("limit", 1L, 1, Long.MAX_VALUE));
    }

    private <R extends AutoCloseable> AlgorithmCall<BipartiteGraph, NearConfig, R> nearCall(
            String mode,
            Object graph,
            Algorithm<BipartiteGraph, NearConfig, R> algorithm,
            Configuration given,
            long limit) {
        ContainedNodes contains = ContainedNodes.of(given);
        NearConfig what = NearParameters.config(given, limit);
        return new AlgorithmCall<>(call(NAME + "." + mode), algorithm, graph, RelationshipIdUse.NONE, what, given)
                .lookingAt((whole, any) -> any.with(boxed(contains.leftOf(whole)), boxed(contains.rightOf(whole))));
    }

    private static List<Integer> boxed(int[] vertices) {
        return Arrays.stream(vertices).boxed().toList();
    }

    private static Stream<StreamRow> rows(AlgorithmRun<FoundBicliques> run, EntityLookup entities) {
        ProjectedGraph projected = run.projected();
        BipartiteGraph graph = (BipartiteGraph) projected.graph();
        return AlgorithmRun.stream(run.result()).map(biclique -> StreamRow.of(biclique, projected, graph, entities));
    }
}
