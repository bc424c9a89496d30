package dev.motif.algorithm.similar.pairs;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.UserText;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.commonNeighbors.pairs}: see {@link PairsAlgorithm} for what is counted. */
public final class NeighborPairsProcedures extends MotifProcedures {
    private static final String NAME = "motif.commonNeighbors";
    private static final String PAIRS = "pairs";
    private static final String SIDE = "side";
    private static final String KEYS =
            "pairs, side, " + PairParameters.ENDS_KEYS + ", nodes, " + PairParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<Graph, PairsConfig, NeighborPairs> SPEC =
            AlgorithmSpec.of(NAME, new PairsAlgorithm(), NeighborPairsProcedures::config);

    public record PairRow(
            @Description("One node") long sourceNodeId,
            @Description("The other node") long targetNodeId,

            @Description("The side of both, 'LEFT' or 'RIGHT'; null for a unipartite graph")
            String side,

            @Description("Common neighbors of the two nodes")
            long commonNeighbors,

            @Description("The value of the metric") double similarity,

            @Description("The node with sourceNodeId" + WITH_NODES)
            Node sourceNode,

            @Description("The node with targetNodeId" + WITH_NODES)
            Node targetNode) {
        private static PairRow of(AlgorithmRun<?> run, EntityKind side, NeighborPair pair) {
            long source = run.projected().nodes(side).nodeId(pair.source());
            long target = run.projected().nodes(side).nodeId(pair.target());
            return new PairRow(
                    source,
                    target,
                    run.projected().isBipartite() ? side.name() : null,
                    pair.common(),
                    pair.value(),
                    run.entities().node(source),
                    run.entities().node(target));
        }
    }

    @Procedure(name = NAME + ".pairs", mode = READ)
    @Description("Returns the common neighbors of pairs of nodes that need not be related: of listed pairs, or of all"
            + " that have a common neighbor.")
    public Stream<PairRow> pairs(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        var call = call(graph, keys);
        Configuration given = call.configuration();
        List<?> listed = listed(given);
        Side side = side(given);
        PairFilter filter = PairParameters.filter(given);
        return call.rows(run -> listed == null ? rows(run, side, filter) : rowsOfListed(run, listed, filter));
    }

    @Procedure(name = NAME + ".pairs.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> pairsEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return call(graph, keys).estimate();
    }

    private AlgorithmCall<Graph, PairsConfig, NeighborPairs> call(Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, NAME + "." + PAIRS);
        return call(SPEC, PAIRS, graph, given)
                .lookingAt((whole, what) -> what.between(vertices(what.ends(), what.side(), whole)));
    }

    /**
     * The vertices of given nodes.
     *
     * @param side whose nodes they must be, in a bipartite graph; null for the left one
     * @throws IllegalArgumentException when one is not on the side
     */
    public static PairEnds vertices(PairEnds ends, Side side, ProjectedGraph graph) {
        boolean right = graph.isBipartite() && side == Side.RIGHT;
        return ends.in(
                graph.isBipartite() ? right ? "right nodes" : "left nodes" : "nodes",
                (right ? graph.right() : graph.left())::vertex);
    }

    private static PairsConfig config(Configuration given) {
        List<?> listed = listed(given);
        for (String key : List.of(SIDE, PairParameters.TOP_K, PairEnds.SOURCES, PairEnds.TARGETS)) {
            if (given.has(key) && listed != null) {
                throw new IllegalArgumentException("`" + key + "` is for pairs that are found, but `pairs` is given");
            }
        }
        if (listed != null) {
            listed.forEach(NeighborPairsProcedures::ids);
        }
        Side side = side(given);
        return new PairsConfig(
                listed != null,
                side == null ? Side.LEFT : side,
                PairParameters.ends(given),
                PairParameters.filter(given).metric());
    }

    /** The pairs that were given; null for all with a common neighbor. */
    private static List<?> listed(Configuration given) {
        Object pairs = given.value(PAIRS);
        if (pairs != null && !(pairs instanceof List<?>)) {
            throw new IllegalArgumentException(
                    "`pairs` must be a list of pairs of nodes or of their ids, got " + UserText.value(pairs));
        }
        return (List<?>) pairs;
    }

    private static Side side(Configuration given) {
        return given.oneOf(SIDE, Side.class, null);
    }

    private static Stream<PairRow> rows(AlgorithmRun<NeighborPairs> run, Side side, PairFilter filter) {
        if (side != null && !run.projected().isBipartite()) {
            throw new IllegalArgumentException("`side` is for bipartite graphs, but the graph is unipartite");
        }
        EntityKind nodes = side == Side.RIGHT ? EntityKind.RIGHT : EntityKind.LEFT;
        return AlgorithmRun.stream(run.result().withCommonNeighbors(filter)).map(pair -> PairRow.of(run, nodes, pair));
    }

    private static Stream<PairRow> rowsOfListed(AlgorithmRun<NeighborPairs> run, List<?> listed, PairFilter filter) {
        ProjectedGraph projected = run.projected();
        int[] sources = new int[listed.size()];
        int[] targets = new int[listed.size()];
        boolean[] onLeft = new boolean[listed.size()];
        int next = 0;
        for (Object pair : listed) {
            long[] ids = ids(pair);
            onLeft[next] = !projected.isBipartite() || projected.left().vertex(ids[0]) >= 0;
            NodeIds nodes = onLeft[next] ? projected.left() : projected.right();
            sources[next] = vertex(nodes, ids[0], pair, projected.isBipartite());
            targets[next++] = vertex(nodes, ids[1], pair, projected.isBipartite());
        }
        NeighborPair[] pairs = run.result().of(sources, targets, onLeft, filter.metric());
        return IntStream.range(0, pairs.length)
                .filter(i -> pairs[i].value() >= filter.similarityCutoff())
                .mapToObj(i -> PairRow.of(run, onLeft[i] ? EntityKind.LEFT : EntityKind.RIGHT, pairs[i]));
    }

    private static int vertex(NodeIds nodes, long id, Object pair, boolean bipartite) {
        int vertex = nodes.vertex(id);
        if (vertex < 0) {
            throw new IllegalArgumentException(
                    "`pairs` must hold nodes of the graph" + (bipartite ? ", both of one side" : "") + ", but node "
                            + id + " of " + UserText.value(pair) + " is not");
        }
        return vertex;
    }

    private static long[] ids(Object pair) {
        if (pair instanceof List<?> two && two.size() == 2) {
            Long source = Configuration.nodeId(two.get(0));
            Long target = Configuration.nodeId(two.get(1));
            if (source != null && target != null && !source.equals(target)) {
                return new long[] {source, target};
            }
        }
        throw new IllegalArgumentException("`pairs` must be a list of pairs of different nodes or of their ids, got "
                + UserText.value(pair) + " in it" + Configuration.nodeHint(pair));
    }
}
