package dev.motif.algorithm.group.biclique.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.MaximalBicliqueOracle;
import dev.motif.oracle.MaximalBicliqueOracle.Sides;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

@LeavesNothing
class GreedyBicliquesTest {
    private static final int SEEDS = Seeds.atMost(60);
    private static final int MOST_BICLIQUES = 1500;

    private final NativeMemory memory = new NativeMemory(1L << 28);

    @Test
    void foundOnesAreMaximalAndWithinLimits() {
        int found = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            Set<Sides> all = new MaximalBicliqueOracle(list).all();
            if (all.size() < MOST_BICLIQUES) {
                for (SizeLimits sizes : List.of(SizeLimits.NONE, new SizeLimits(2, 6, 1, 4))) {
                    List<Sides> greedy = find(list, sizes);
                    found += greedy.size();
                    assertThat(all).as("%s", list).containsAll(greedy);
                    assertThat(greedy)
                            .allMatch(sides -> sizes.admit(
                                    sides.left().size(), sides.right().size()));
                }
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void wholeGraphIsFoundWhereItIsABiclique() {
        assertThat(find(TestGraphs.complete(70, 90), SizeLimits.NONE))
                .allMatch(sides -> sides.left().size() == 70 && sides.right().size() == 90)
                .isNotEmpty();
    }

    @Test
    void graphWithoutEdgesHasNone() {
        assertThat(find(new EdgeList(3, 4, List.of()), SizeLimits.NONE)).isEmpty();
    }

    private List<Sides> find(EdgeList list, SizeLimits sizes) {
        List<Sides> found = new ArrayList<>();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            memory.resetPeak();
            long before = memory.liveBytes();
            GreedyBicliques.find(
                    graph,
                    sizes,
                    new Pruning(BicliqueSize.EDGES, () -> 0, true),
                    biclique -> found.add(sides(Biclique.copyOf(biclique))),
                    new Execution(memory, Workers.of(1), new StageTimes()));
            assertThat(memory.peakBytes() - before)
                    .isLessThanOrEqualTo(GreedyBicliques.bytes(graph.leftCount(), graph.rightCount()));
        }
        return found;
    }

    private static Sides sides(Biclique biclique) {
        return new Sides(
                Arrays.stream(biclique.left()).boxed().toList(),
                Arrays.stream(biclique.right()).boxed().toList());
    }
}
