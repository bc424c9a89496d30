package dev.motif.algorithm.count.biclique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.BicliqueOracle;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Test;

/** Checks which search AUTO chooses where one is much better than the others. */
@LeavesNothing
class SearchPlanTest {
    /** Even a cheap search is compared with enumeration. */
    private static final double COMPARE = 0;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Chosen(Technique technique, Side side) {}

    private Chosen plan(EdgeList list, BicliqueConfig config) {
        return plan(list, config, SearchPlan.CHEAP);
    }

    private Chosen plan(EdgeList list, BicliqueConfig config, double cheap) {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            SearchPlan plan = SearchPlan.of(graph, config, 0, cheap, execution);
            try (BipartiteCore core = plan.core()) {
                return new Chosen(plan.technique(), Cores.side(core));
            }
        }
    }

    @Test
    void denseGraphIsSearchedSetBySet() {
        assertThat(plan(TestGraphs.crown(30), BicliqueConfig.total(5, 8), COMPARE))
                .isEqualTo(new Chosen(null, Side.LEFT));
        assertThat(plan(TestGraphs.crown(30), BicliqueConfig.total(8, 5), COMPARE))
                .isEqualTo(new Chosen(null, Side.RIGHT));
    }

    @Test
    void tableOfCrownIsEnumeratedAndOfCompleteGraphSearched() {
        BicliqueConfig config = BicliqueConfig.of(6, 6, Result.TABLE);
        assertThat(plan(TestGraphs.crown(40), config, COMPARE).technique()).isNull();
        assertThat(plan(TestGraphs.complete(40, 40), config, COMPARE).technique())
                .isEqualTo(Technique.PIVOT);
    }

    @Test
    void countsThatOnlyPivotsGiveAreSearchedByPivots() {
        assertThat(plan(TestGraphs.crown(30), BicliqueConfig.of(5, 8, Result.VERTEX))
                        .technique())
                .isEqualTo(Technique.PIVOT);
        assertThat(plan(TestGraphs.crown(30), BicliqueConfig.total(5, 8).with(Technique.PIVOT))
                        .technique())
                .isEqualTo(Technique.PIVOT);
    }

    @Test
    void sideOfManyNeighborsInCommonIsNotWhereItBegins() {
        EdgeList list = RandomGraphs.bipartite(1, 4000, 50, 40_000, 1);
        assertThat(plan(list, BicliqueConfig.total(3, 3))).isEqualTo(new Chosen(Technique.PIVOT, Side.RIGHT));
        assertThat(plan(list.transposed(), BicliqueConfig.total(3, 3)))
                .isEqualTo(new Chosen(Technique.PIVOT, Side.LEFT));
    }

    @Test
    void sideThatIsAskedForIsTaken() {
        EdgeList list = RandomGraphs.bipartite(1, 4000, 50, 40_000, 1);
        assertThat(plan(list, BicliqueConfig.total(3, 3).with(Side.LEFT)).side())
                .isEqualTo(Side.LEFT);
        assertThat(plan(list, BicliqueConfig.total(3, 3).with(Side.RIGHT)).side())
                .isEqualTo(Side.RIGHT);
    }

    @Test
    void choiceDoesNotChangeTheCount() {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (BipartiteGraph graph = TestGraphs.crown(50).toGraph(memory, Workers.of(2));
                BicliqueResult counts = new BicliqueAlgorithm().cpu(graph, BicliqueConfig.total(5, 8), execution)) {
            assertThat(counts.technique()).isNull();
            assertThat(counts.total()).isEqualTo(BicliqueOracle.choices(50, 5).multiply(BicliqueOracle.choices(45, 8)));
        }
    }
}
