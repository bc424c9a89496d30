package dev.motif.bench.baseline.maximal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.MaximalBicliqueOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests iMBEA and parMBE. */
@LeavesNothing
class MaximalBaselinesTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(80);
    private static final int MOST_EDGES = 10_000;

    private final NativeMemory memory = new NativeMemory(1L << 30);

    enum Baseline {
        IMBEA {
            @Override
            SizeHistogram count(BipartiteGraph graph, Side side, long timeoutMillis, Execution execution) {
                return Imbea.count(graph, side, timeoutMillis, execution);
            }
        },
        PARMBE {
            @Override
            SizeHistogram count(BipartiteGraph graph, Side side, long timeoutMillis, Execution execution) {
                return ParMbe.count(graph, side, timeoutMillis, execution);
            }
        };

        abstract SizeHistogram count(BipartiteGraph graph, Side side, long timeoutMillis, Execution execution);
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartiteWith("maximal_bicliques")
                .filter(set -> set.counts().get("E").longValue() <= MOST_EDGES);
    }

    private SizeHistogram count(Baseline baseline, EdgeList list, Side side, long timeoutMillis) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            return baseline.count(graph, side, timeoutMillis, new Execution(memory, Workers.of(2), new StageTimes()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void crownHasItsClosedForm(Baseline baseline) {
        for (int n = 2; n <= 12; n++) {
            assertThat(total(count(baseline, TestGraphs.crown(n), Side.LEFT, 0)))
                    .isEqualTo((1L << n) - 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sizesOfRandomGraphsAreThoseOfTheOracle(Baseline baseline) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            SizeHistogram wanted = new SizeHistogram();
            new MaximalBicliqueOracle(list)
                    .all()
                    .forEach(found ->
                            wanted.add(found.left().size(), found.right().size(), 1));
            for (Side side : Side.values()) {
                assertThat(count(baseline, list, side, 0).entries())
                        .as("from %s, seed %d: %s", side, seed, list)
                        .isEqualTo(wanted.entries());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numberIsThatKnown(DataSet set) {
        for (Baseline baseline : Baseline.values()) {
            for (Side side : Side.values()) {
                SizeHistogram found = count(baseline, set.read(), side, 0);
                assertThat(total(found))
                        .as("%s from %s", baseline, side)
                        .isEqualTo(set.counts().get("maximal_bicliques").longValue());
                assertThat(found.entries().stream()
                                .mapToLong(SizeHistogram.Entry::edges)
                                .max())
                        .hasValue(set.counts().get("max_edge_biclique_edges").longValue());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void searchThatTakesTooLongEndsWithAnError(Baseline baseline) {
        assertThatThrownBy(() -> count(baseline, TestGraphs.crown(40), Side.LEFT, 200))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("`timeoutMillis: 200`");
    }

    private static long total(SizeHistogram sizes) {
        return sizes.entries().stream().mapToLong(SizeHistogram.Entry::count).sum();
    }
}
