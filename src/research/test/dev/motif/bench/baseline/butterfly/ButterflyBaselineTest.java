package dev.motif.bench.baseline.butterfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.ButterflyOracle;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@LeavesNothing
class ButterflyBaselineTest {
    /** Lists are intersected for each butterfly, and a lock or a barrier takes longer than the rest. */
    private static final Set<ButterflyBaseline> SLOW =
            Set.of(ButterflyBaseline.BFC_WE, ButterflyBaseline.LOCK_VECTOR, ButterflyBaseline.REARRANGED);

    private static final long MANY_EDGES = 200_000;
    private static final long MANY_EDGES_FOR_SLOW = 1000;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private BigInteger count(ButterflyBaseline baseline, EdgeList list, int threads) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            return baseline.count(graph, new Execution(memory, Workers.of(threads), new StageTimes()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namedAndRandomGraphsAgreeWithTheDefinition(ButterflyBaseline baseline) {
        Stream.of(
                        TestGraphs.all().stream(),
                        Stream.iterate(0L, seed -> seed + 1)
                                .limit(Seeds.atMost(40))
                                .map(RandomGraphs::bipartite),
                        Stream.of(RandomGraphs.bipartite(1, 300, 200, 3000, 3)))
                .flatMap(lists -> lists)
                .forEach(list -> {
                    BigInteger expected = new ButterflyOracle(list).total();
                    for (int threads = 1; threads <= 3; threads++) {
                        assertThat(count(baseline, list, threads))
                                .as("%d threads, %s", threads, list)
                                .isEqualTo(expected);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void countsOfDataSetsAreTheKnownOnes(ButterflyBaseline baseline) {
        long most = SLOW.contains(baseline) ? MANY_EDGES_FOR_SLOW : MANY_EDGES;
        Stream<DataSet> sets = DataSets.bipartiteWith("butterflies")
                .filter(set -> set.counts().get("E").longValue() <= most);
        sets.forEach(set -> assertThat(count(baseline, set.read(), 2))
                .as("%s", set)
                .isEqualTo(set.counts().get("butterflies").bigIntegerValue()));
    }

    @ParameterizedTest
    @EnumSource
    void cancelledRunsEnd(ButterflyBaseline baseline) {
        Workers cancelled = new Workers(2, () -> true, Progress.NONE);
        try (BipartiteGraph graph = TestGraphs.complete(50, 50).toGraph(memory, Workers.of(1))) {
            assertThatThrownBy(() -> baseline.count(graph, new Execution(memory, cancelled, new StageTimes())))
                    .isInstanceOf(CancellationException.class);
        }
    }
}
