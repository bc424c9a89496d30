package dev.motif.algorithm.maximal.lockstep;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.maximal.MaximalBicliqueGraphProcedures;
import dev.motif.algorithm.maximal.MaximalBicliqueGraphProcedures.GraphRow;
import dev.motif.algorithm.maximal.MaximalBicliqueProcedures;
import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.algorithm.maximal.model.MaximalBicliqueResult;
import dev.motif.algorithm.maximal.model.SizeHistogram;
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
import dev.motif.cypher.config.TimeKeys;
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

/** {@code motif.biclique.lockstep.*}: see {@link LockstepAlgorithm} for what is found. */
public final class LockstepProcedures extends MotifProcedures {
    private static final String NAME = "motif.biclique.lockstep";
    private static final String STATS_KEYS =
            TimeKeys.KEYS + ", minLeft, minRight, contains, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "limit, nodes, " + STATS_KEYS;
    private static final String GRAPH_KEYS = Drawing.KEYS + ", limit, " + STATS_KEYS;

    /** The maximal lockstep groups of a graph. */
    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("Maximal lockstep groups; null when there are 2^63 or more")
        public final Long count;

        @Description("Maximal lockstep groups, always exact")
        public final String countText;

        @Description("The most left nodes of one, 0 when there is none")
        public final long maxLeft;

        @Description("The most right nodes of one, 0 when there is none")
        public final long maxRight;

        @Description("How many there are of each size, as maps of left, right and count")
        public final List<Map<String, Object>> sizes;

        private StatsRow(AlgorithmRun<MaximalBicliqueResult> run) {
            super(run);
            List<SizeHistogram.Entry> found = run.result().sizes();
            count = Counts.toLongOrNull(run.result().total());
            countText = run.result().total().toString();
            maxLeft = found.stream().mapToInt(SizeHistogram.Entry::left).max().orElse(0);
            maxRight = found.stream().mapToInt(SizeHistogram.Entry::right).max().orElse(0);
            sizes = MaximalBicliqueProcedures.sizes(found);
        }
    }

    /** A maximal lockstep group. */
    public record StreamRow(
            @Description("The left nodes, ascending") List<Long> leftNodeIds,
            @Description("The right nodes, ascending") List<Long> rightNodeIds,
            @Description("The number of left nodes") long leftSize,
            @Description("The number of right nodes") long rightSize,
            @Description(GroupId.DESCRIPTION) String groupId,

            @Description("The left nodes that still exist; null unless YIELD names it or nodes: true")
            List<Node> leftNodes,

            @Description("The right nodes that still exist; null unless YIELD names it or nodes: true")
            List<Node> rightNodes) {
        private static StreamRow of(Biclique group, ProjectedGraph projected, EntityLookup entities) {
            List<Long> left = ContainedNodes.NONE.idsWith(group.left(), projected.left());
            List<Long> right = ContainedNodes.NONE.idsWith(group.right(), projected.right());
            return new StreamRow(
                    left,
                    right,
                    left.size(),
                    right.size(),
                    GroupId.of(left, right),
                    entities.nodes(left),
                    entities.nodes(right));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(
            "Counts the maximal lockstep groups of a bipartite graph: left nodes that met at each right node within a"
                    + " window of time.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Returns the maximal lockstep groups of a bipartite graph, left nodes that met at each right node within a"
                    + " window of time, one by one while they are found.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamCall(graph, keys).rows(run -> rows(run, run.entities()));
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description("Returns maximal lockstep groups to draw: a virtual node for each, joined to its members by virtual"
            + " relationships.")
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = GRAPH_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Drawing drawing = drawing(given);
        return graphCall(graph, given).rows(run -> rows(run, new EntityLookup(transaction))
                .map(row -> MaximalBicliqueGraphProcedures.drawn(
                        row.leftSize,
                        row.rightSize,
                        row.leftSize * row.rightSize,
                        row.leftNodes,
                        row.rightNodes,
                        true,
                        drawing)));
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
        return Drawing.of(given, "Lockstep", "IN_LOCKSTEP");
    }

    private AlgorithmCall<BipartiteGraph, LockstepConfig, MaximalBicliqueResult> statsCall(
            Object graph, Map<String, Object> keys) {
        return groupsCall("stats", graph, new LockstepAlgorithm(), new Configuration(keys), Long.MAX_VALUE);
    }

    private AlgorithmCall<BipartiteGraph, LockstepConfig, FoundBicliques> streamCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, NAME + ".stream");
        long limit = given.integer("limit", Long.MAX_VALUE, 1, Long.MAX_VALUE);
        return groupsCall("stream", graph, new LockstepStreamAlgorithm(), given, limit);
    }

    /** One is drawn, unless the call says otherwise. */
    private AlgorithmCall<BipartiteGraph, LockstepConfig, FoundBicliques> graphCall(Object graph, Configuration given) {
        return groupsCall(
                "graph", graph, new LockstepStreamAlgorithm(), given, given.integer("limit", 1L, 1, Long.MAX_VALUE));
    }

    private <R extends AutoCloseable> AlgorithmCall<BipartiteGraph, LockstepConfig, R> groupsCall(
            String mode,
            Object graph,
            Algorithm<BipartiteGraph, LockstepConfig, R> algorithm,
            Configuration given,
            long limit) {
        ContainedNodes contains = ContainedNodes.of(given);
        LockstepConfig what = LockstepParameters.config(given, limit);
        return new AlgorithmCall<>(call(NAME + "." + mode), algorithm, graph, RelationshipIdUse.NONE, what, given)
                .lookingAt((whole, any) -> any.with(boxed(contains.leftOf(whole)), boxed(contains.rightOf(whole))));
    }

    private static List<Integer> boxed(int[] vertices) {
        return Arrays.stream(vertices).boxed().toList();
    }

    private static Stream<StreamRow> rows(AlgorithmRun<FoundBicliques> run, EntityLookup entities) {
        return AlgorithmRun.stream(run.result()).map(group -> StreamRow.of(group, run.projected(), entities));
    }
}
