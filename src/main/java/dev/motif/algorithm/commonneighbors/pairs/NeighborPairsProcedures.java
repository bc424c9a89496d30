package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.Given;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.commonNeighbors.pairs}: see {@link PairsAlgorithm} for what is counted. */
public final class NeighborPairsProcedures extends MotifProcedures {
    private static final PairsAlgorithm ALGORITHM = new PairsAlgorithm();

    private static final String PAIRS = "motif.commonNeighbors.pairs";
    private static final String CONFIGURATION = "pairs, side, nodes, " + PairParameters.KEYS + ", " + RUN_KEYS;

    /** The common neighbors of two nodes. */
    public record PairRow(
            @Description("One node") long sourceNodeId,
            @Description("The other node") long targetNodeId,

            @Description("The side of both, 'LEFT' or 'RIGHT'; null for a unipartite graph")
            String side,

            @Description("Common neighbors of the two nodes")
            long commonNeighbors,

            @Description("What the metric makes of them") double similarity,

            @Description("The node with sourceNodeId" + WITH_NODES)
            Node sourceNode,

            @Description("The node with targetNodeId" + WITH_NODES)
            Node targetNode) {
        private static PairRow of(NeighborPair pair, NodeIds nodes, String side, Entities entities) {
            long source = nodes.nodeId(pair.source());
            long target = nodes.nodeId(pair.target());
            return new PairRow(
                    source, target, side, pair.common(), pair.value(), entities.node(source), entities.node(target));
        }
    }

    /**
     * A call.
     *
     * @param pairs those listed, null for all with a common neighbor
     * @param side as given, or null
     */
    private record PairsCall(
            AlgorithmCall<Graph, PairsConfig, NeighborPairs> call, List<?> pairs, Side side, PairFilter filter) {}

    @Procedure(name = PAIRS, mode = Mode.READ)
    @Description("Returns the common neighbors of pairs of nodes that need not be related: of listed pairs, or of all"
            + " that have a common neighbor.")
    public Stream<PairRow> pairs(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        PairsCall pairs = pairsCall(graph, configuration);
        return pairs.call.rows(run -> pairs.pairs == null
                ? rows(run, pairs.side, pairs.filter)
                : rowsOfListed(run, pairs.pairs, pairs.filter));
    }

    @Procedure(name = PAIRS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> pairsEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return pairsCall(graph, configuration).call.estimate();
    }

    private PairsCall pairsCall(Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        Object pairs = given.value("pairs");
        if (pairs != null && !(pairs instanceof List<?>)) {
            throw new IllegalArgumentException(
                    "`pairs` must be a list of pairs of nodes or of their ids, got " + Given.value(pairs));
        }
        for (String key : List.of("side", PairParameters.TOP_K)) {
            if (given.has(key) && pairs != null) {
                throw new IllegalArgumentException("`" + key + "` is for pairs that are found, but `pairs` is given");
            }
        }
        if (pairs != null) {
            ((List<?>) pairs).forEach(NeighborPairsProcedures::ids);
        }
        Side side = given.oneOf("side", Side.class, null);
        given.flag("nodes", false);
        PairFilter filter = PairParameters.filter(given);
        PairsConfig what = new PairsConfig(pairs != null, side == null ? Side.LEFT : side);
        AlgorithmCall<Graph, PairsConfig, NeighborPairs> call =
                new AlgorithmCall<>(call(PAIRS), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
        return new PairsCall(call, (List<?>) pairs, side, filter);
    }

    private static Stream<PairRow> rows(AlgorithmRun<NeighborPairs> run, Side side, PairFilter filter) {
        ProjectedGraph projected = run.projected();
        if (side != null && !projected.isBipartite()) {
            throw new IllegalArgumentException("`side` is for bipartite graphs, but the graph is unipartite");
        }
        NodeIds nodes = side == Side.RIGHT ? projected.right() : projected.left();
        String name = projected.isBipartite() ? side == Side.RIGHT ? "RIGHT" : "LEFT" : null;
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(
                                run.result().withCommonNeighbors(filter), Spliterator.ORDERED),
                        false)
                .map(pair -> PairRow.of(pair, nodes, name, run.entities()));
    }

    private static Stream<PairRow> rowsOfListed(AlgorithmRun<NeighborPairs> run, List<?> listed, PairFilter filter) {
        ProjectedGraph projected = run.projected();
        int[] sources = new int[listed.size()];
        int[] targets = new int[listed.size()];
        boolean[] onLeft = new boolean[listed.size()];
        int next = 0;
        for (Object pair : listed) {
            long[] ids = ids(pair);
            onLeft[next] = projected.left().vertex(ids[0]) >= 0;
            NodeIds nodes = onLeft[next] || !projected.isBipartite() ? projected.left() : projected.right();
            sources[next] = vertex(nodes, ids[0], pair, projected.isBipartite());
            targets[next++] = vertex(nodes, ids[1], pair, projected.isBipartite());
        }
        NeighborPair[] pairs = run.result().of(sources, targets, onLeft, filter.metric());
        return IntStream.range(0, pairs.length)
                .filter(i -> pairs[i].value() >= filter.similarityCutoff())
                .mapToObj(i -> PairRow.of(
                        pairs[i],
                        onLeft[i] ? projected.left() : projected.right(),
                        projected.isBipartite() ? onLeft[i] ? "LEFT" : "RIGHT" : null,
                        run.entities()));
    }

    private static int vertex(NodeIds nodes, long id, Object pair, boolean bipartite) {
        int vertex = nodes.vertex(id);
        if (vertex < 0) {
            throw new IllegalArgumentException(
                    "`pairs` must hold nodes of the graph" + (bipartite ? ", both of one side" : "") + ", but node "
                            + id + " of " + Given.value(pair) + " is not");
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
                + Given.value(pair) + " in it" + Configuration.nodeHint(pair));
    }
}
