package dev.motif.algorithm.group.list;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.choice.LargestGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WeightKeys;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.projection.ProjectedGraph;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.list}: see {@link BicliqueListAlgorithm} for how bicliques are found. */
public final class BicliqueListProcedures extends MotifProcedures {
    private static final BicliqueListAlgorithm ALGORITHM = new BicliqueListAlgorithm();

    private static final String LIST = "motif.biclique.list";
    private static final String KEYS = "p, q, contains, limit, topK, " + WeightKeys.KEYS + ", nodes, " + RUN_KEYS;

    public record BicliqueRow(
            @Description("Its left nodes, ascending") List<Long> leftNodeIds,
            @Description("Its right nodes, ascending") List<Long> rightNodeIds,
            @Description(WEIGHT) Number weight,

            @Description("The left nodes that still exist; null unless yielded or nodes: true")
            List<Node> leftNodes,

            @Description("The right nodes that still exist; null unless yielded or nodes: true")
            List<Node> rightNodes) {}

    /**
     * A call for the bicliques of {@code p} left and {@code q} right nodes, at most {@code limit} of them, and of the {@code
     * topK} heaviest if there is such a number.
     */
    private record ListCall(
            AlgorithmCall<BipartiteGraph, BicliqueListConfig, Bicliques> call,
            ContainedNodes contains,
            int p,
            int q,
            long limit,
            int topK) {
        Stream<BicliqueRow> rows(AlgorithmRun<Bicliques> run) {
            ContainedNodes left = contains.of(run.whole().left());
            ContainedNodes right = contains.of(run.whole().right());
            if (left.count() > p || right.count() > q || !contains.areRelated(run.whole())) {
                return Stream.empty();
            }
            ProjectedGraph searched = run.projected();
            return bicliques(run).limit(limit).map(biclique -> {
                List<Long> leftIds = left.idsWith(biclique.left(), searched.left());
                List<Long> rightIds = right.idsWith(biclique.right(), searched.right());
                return new BicliqueRow(
                        leftIds,
                        rightIds,
                        run.weight(biclique.left(), biclique.right()),
                        run.entities().nodes(leftIds),
                        run.entities().nodes(rightIds));
            });
        }

        private Stream<ListedBiclique> bicliques(AlgorithmRun<Bicliques> run) {
            return topK == 0
                    ? AlgorithmRun.stream(run.result())
                    : LargestGroups.of(
                            run.result(),
                            topK,
                            (biclique, least) -> run.weights().of(biclique.left(), biclique.right(), least),
                            Comparator.comparing(ListedBiclique::left, Arrays::compare)
                                    .thenComparing(ListedBiclique::right, Arrays::compare),
                            run.kept()
                                    .own(new LargestGroups.Heap<>(
                                            run.memory().heap(),
                                            "the bicliques that are kept",
                                            ListedBiclique::heapBytes)))
                            .stream();
        }
    }

    @Procedure(name = LIST, mode = READ)
    @Description("Returns the (p,q)-bicliques of a bipartite graph one by one while they are found.")
    public Stream<BicliqueRow> list(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        ListCall list = listCall(graph, keys);
        return list.call.rows(list::rows);
    }

    @Procedure(name = LIST + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> listEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return listCall(graph, keys).call.estimate();
    }

    private ListCall listCall(Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        int p = given.requiredInteger("p", 1, BicliqueConfig.MAX_SIZE);
        int q = given.requiredInteger("q", 1, BicliqueConfig.MAX_SIZE);
        ContainedNodes contains = ContainedNodes.of(given).leftOut();
        long limit = limit(given, Long.MAX_VALUE);
        GroupWeights weights = WeightKeys.read(given);
        int topK = topKByWeight(given, weights);
        nodes(given, LIST);
        return new ListCall(
                call(LIST, ALGORITHM, graph, contains, new BicliqueListConfig(p, q), given)
                        .lookingAt((whole, what) -> without(contains, whole, what))
                        .weighing(weights, LargestGroups.estimate(topK, p + q)),
                contains,
                p,
                q,
                limit,
                topK);
    }

    /** The bicliques to look for in the graph that is searched, of which the given nodes are no part. */
    private static BicliqueListConfig without(ContainedNodes contains, ProjectedGraph whole, BicliqueListConfig what) {
        return new BicliqueListConfig(
                Math.max(0, what.p() - contains.of(whole.left()).count()),
                Math.max(0, what.q() - contains.of(whole.right()).count()));
    }
}
