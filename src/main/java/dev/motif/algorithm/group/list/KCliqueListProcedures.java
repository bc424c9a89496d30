package dev.motif.algorithm.group.list;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.backend.work.SearchStream;
import dev.motif.choice.GroupKind;
import dev.motif.choice.LargestGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WeightKeys;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.weight.GroupWeights;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kclique.list}: see {@link KCliqueListAlgorithm} for how cliques are found. */
public final class KCliqueListProcedures extends MotifProcedures {
    private static final String NAME = "motif.kclique.list";
    private static final String KEYS = "k, contains, limit, topK, " + WeightKeys.KEYS + ", nodes, " + RUN_KEYS;

    public record CliqueRow(
            @Description("Its nodes, ascending") List<Long> nodeIds,
            @Description(WEIGHT) Number weight,

            @Description("The nodes that still exist; null unless yielded or nodes: true")
            List<Node> nodes) {}

    /**
     * A call for at most {@code limit} cliques, of the {@code topK} heaviest if there is such a number: none where more nodes
     * are given than a clique has.
     */
    private record ListCall(
            AlgorithmCall<UnipartiteGraph, KCliqueListConfig, SearchStream<int[]>> call, long limit, int topK) {
        Stream<CliqueRow> rows(AlgorithmRun<SearchStream<int[]>> run) {
            return limit > 0 && call.contains().areRelated(run.whole())
                    ? cliques(run).limit(limit).map(clique -> row(run, clique))
                    : Stream.empty();
        }

        private Stream<int[]> cliques(AlgorithmRun<SearchStream<int[]>> run) {
            return topK == 0
                    ? AlgorithmRun.stream(run.result())
                    : LargestGroups.of(
                            run.result(),
                            topK,
                            run.weights()::of,
                            Arrays::compare,
                            run.kept().own(GroupKind.CLIQUES.heap(run.memory().heap())))
                            .stream();
        }

        private CliqueRow row(AlgorithmRun<SearchStream<int[]>> run, int[] clique) {
            List<Long> ids = call.contains().idsWith(clique, run.projected().left());
            return new CliqueRow(ids, run.weight(clique), run.entities().nodes(ids));
        }
    }

    @Procedure(name = NAME, mode = READ)
    @Description("Returns the k-cliques of a unipartite graph one by one while they are found.")
    public Stream<CliqueRow> list(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        ListCall list = listCall(graph, keys);
        return list.call.rows(list::rows);
    }

    @Procedure(name = NAME + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> listEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return listCall(graph, keys).call.estimate();
    }

    private ListCall listCall(Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        int k = given.requiredInteger("k", KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
        ContainedNodes contains = ContainedNodes.of(given);
        long limit = limit(given, Long.MAX_VALUE);
        GroupWeights weights = WeightKeys.read(given);
        int topK = topKByWeight(given, weights);
        nodes(given, NAME);
        // The given nodes are no part of the graph that is searched.
        KCliqueListConfig what = new KCliqueListConfig(Math.max(0, k - contains.count()));
        return new ListCall(
                call(NAME, new KCliqueListAlgorithm(), graph, contains, what, given)
                        .weighing(weights, LargestGroups.estimate(topK, k)),
                contains.count() > k ? 0 : limit,
                topK);
    }
}
