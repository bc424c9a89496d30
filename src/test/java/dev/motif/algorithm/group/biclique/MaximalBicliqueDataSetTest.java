package dev.motif.algorithm.group.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.group.biclique.Searches.Way;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares counts of real graphs with those that other programs agreed on. */
@LeavesNothing
class MaximalBicliqueDataSetTest {
    /**
     * The most edges of a graph that is searched in all ways; on larger ones some take minutes, see docs/benchmarks.
     */
    private static final int MOST_EDGES_FOR_ALL_WAYS = 150_000;

    private final NativeMemory memory = new NativeMemory(1L << 33);

    static Stream<DataSet> dataSets() {
        return DataSets.bipartiteWith("maximal_bicliques");
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numberIsThatKnown(DataSet set) {
        check(set, set.read(), new Way(MaximalBicliqueConfig.TOTALS, 2));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numberIsTheSameWithTheSidesSwapped(DataSet set) {
        check(set, set.read().transposed(), new Way(MaximalBicliqueConfig.TOTALS, 2));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numberIsTheSameInEveryWay(DataSet set) {
        EdgeList list = set.read();
        assumeTrue(list.edges().size() <= MOST_EDGES_FOR_ALL_WAYS, () -> set + " takes too long");
        for (SearchTechnique how : Searches.all()) {
            for (Side side : new Side[] {Side.LEFT, Side.RIGHT}) {
                check(set, list, new Way(how, MaximalBicliqueConfig.TOTALS.with(side), 2));
            }
        }
    }

    private void check(DataSet set, EdgeList list, Way way) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                MaximalBicliqueResult counts = Searches.countedAsEstimated(graph, way, memory)) {
            MaximalBicliqueSummary summary = MaximalBicliqueSummary.of(counts);
            assertThat(summary.countText())
                    .as("%s", way)
                    .isEqualTo(set.counts().get("maximal_bicliques").asText());
            long most = set.counts().get("max_edge_biclique_edges").longValue();
            assertThat(summary.maxEdges()).isEqualTo(most);
            MaximumBicliqueConfig maximum =
                    new MaximumBicliqueConfig(way.config(), GroupChoice.top(1), BicliqueSize.EDGES);
            try (FoundGroups<Biclique> found = way.largest().cpu(graph, maximum, way.execution(memory))) {
                assertThat(found.next().edges()).isEqualTo(most);
            }
        }
    }
}
