package dev.motif.algorithm.group.biclique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WeightKeys;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.weight.GroupWeights;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.maximum}: see {@link MaximumBicliqueAlgorithm} for how it is found. */
public final class MaximumBicliqueProcedures extends FoundBicliqueProcedures {
    private static final MaximumBicliqueAlgorithm ALGORITHM = new MaximumBicliqueAlgorithm();

    private static final String MAXIMUM = "motif.biclique.maximum";
    private static final String KEYS = "topKBy, " + WeightKeys.KEYS + ", nodes, " + SEARCH_KEYS;

    @Procedure(name = MAXIMUM, mode = READ)
    @Description("Returns a largest biclique of a bipartite graph; no row when the graph has none of the wanted sizes.")
    public Stream<BicliqueRow> maximum(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return maximumCall(graph, keys).rows(run -> bicliqueRows(run, run.entities()));
    }

    @Procedure(name = MAXIMUM + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> maximumEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return maximumCall(graph, keys).estimate();
    }

    private AlgorithmCall<BipartiteGraph, MaximumBicliqueConfig, FoundGroups<Biclique>> maximumCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, MAXIMUM);
        GroupWeights weights = WeightKeys.read(given);
        MaximumBicliqueConfig what = largest(
                MaximalBicliqueParameters.search(given, PerVertex.NOTHING),
                GroupChoice.top(1),
                ranking(given),
                weights);
        return call(MAXIMUM, ALGORITHM, graph, ContainedNodes.of(given), what, given)
                .weighing(weights);
    }
}
