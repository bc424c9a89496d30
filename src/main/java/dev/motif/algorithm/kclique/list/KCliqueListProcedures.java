package dev.motif.algorithm.kclique.list;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kclique.list}: see {@link KCliqueListAlgorithm} for how cliques are found. */
public final class KCliqueListProcedures extends MotifProcedures {
    private static final KCliqueListAlgorithm ALGORITHM = new KCliqueListAlgorithm();

    private static final String LIST = "motif.kclique.list";
    private static final String CONFIGURATION = "k, contains, limit, nodes, " + RUN_KEYS;

    /** A clique. */
    public record CliqueRow(
            @Description("Its nodes, ascending") List<Long> nodeIds,

            @Description("The nodes that still exist; null unless nodes: true")
            List<Node> nodes) {}

    /** A call for the cliques of {@code k} nodes, at most {@code limit} of them. */
    private record ListCall(
            AlgorithmCall<UnipartiteGraph, KCliqueListConfig, KCliques> call,
            ContainedNodes contains,
            int k,
            long limit) {
        Stream<CliqueRow> rows(AlgorithmRun<KCliques> run) {
            if (contains.count() > k || !contains.areRelated(run.whole())) {
                return Stream.empty();
            }
            NodeIds nodes = run.projected().left();
            return run.result().stream().limit(limit).map(clique -> row(clique, nodes, run.entities()));
        }

        private CliqueRow row(int[] clique, NodeIds nodes, Entities entities) {
            List<Long> ids = contains.idsWith(clique, nodes);
            return new CliqueRow(ids, entities.nodes(ids));
        }
    }

    @Procedure(name = LIST, mode = Mode.READ)
    @Description("Returns the k-cliques of a unipartite graph one by one while they are found.")
    public Stream<CliqueRow> list(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        ListCall list = listCall(graph, configuration);
        return list.call.rows(list::rows);
    }

    @Procedure(name = LIST + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> listEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        return listCall(graph, configuration).call.estimate();
    }

    private ListCall listCall(Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        int k = given.requiredInteger("k", KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
        ContainedNodes contains = ContainedNodes.of(given);
        long limit = given.integer("limit", Long.MAX_VALUE, 1, Long.MAX_VALUE);
        given.flag("nodes", false);
        // The given nodes are no part of the graph that is searched.
        KCliqueListConfig what = new KCliqueListConfig(Math.max(0, k - contains.count()));
        return new ListCall(
                new AlgorithmCall<>(call(LIST), ALGORITHM, graph, RelationshipIdUse.NONE, contains, what, given),
                contains,
                k,
                limit);
    }
}
