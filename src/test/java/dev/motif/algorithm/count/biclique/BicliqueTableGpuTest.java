package dev.motif.algorithm.count.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.StageClock;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the ways to count a table on a GPU, here with searches on the CPU, and a table with a time limit on a GPU. */
@LeavesNothing
class BicliqueTableGpuTest {
    private static final EdgeList DENSE = RandomGraphs.bipartite(3, 40, 30, 900, 1.2);
    private static final BicliqueConfig CONFIG = BicliqueConfig.of(5, 5, Result.TABLE);

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final List<BicliqueConfig> searches = new ArrayList<>();
    private BicliqueTableGpu.Sets sets;

    private static Deadline over() {
        return new Deadline(1, 0, () -> TimeUnit.DAYS.toNanos(1), null);
    }

    private Execution execution(Cancellation cancellation, Progress progress) {
        return new Execution(memory, new Workers(2, cancellation, progress), new StageTimes());
    }

    private BiFunction<BicliqueConfig, Execution, BicliqueResult> onCpu(BipartiteGraph graph) {
        return (sizes, execution) -> {
            searches.add(sizes);
            return new BicliqueCpu(graph, sizes, Deadline.NEVER, execution).count();
        };
    }

    private BicliqueTableGpu table(
            BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Deadline first, Execution execution) {
        return new BicliqueTableGpu(graph, config, deadline, execution, onCpu(graph), limited -> sets, first);
    }

    private List<BicliqueSummary> count(
            BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Deadline first, Execution execution) {
        try (BicliqueResult counts =
                table(graph, config, deadline, first, execution).count()) {
            assertThat(counts.config()).isEqualTo(config.withTimeoutMillis(deadline.timeoutMillis()));
            return BicliqueSummary.of(counts);
        }
    }

    private List<BicliqueSummary> count(BipartiteGraph graph, BicliqueConfig config, Deadline first) {
        return count(graph, config, Deadline.NEVER, first, execution(Cancellation.NEVER, Progress.NONE));
    }

    @Test
    void tableThatTakesLittleTimeIsCountedAtOnce() {
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            assertThat(count(graph, CONFIG, Deadline.NEVER)).hasSize(25).allMatch(BicliqueSummary::complete);
            assertThat(searches).containsExactly(CONFIG);
        }
    }

    @Test
    void tableThatTakesLongIsCountedSizeBySize() {
        for (BicliqueConfig config : List.of(
                CONFIG,
                BicliqueConfig.of(2, 2, Result.TABLE),
                BicliqueConfig.of(3, 6, Result.TABLE),
                BicliqueConfig.of(4, 4, Result.TABLE),
                BicliqueConfig.of(6, 4, Result.TABLE))) {
            try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
                List<BicliqueSummary> atOnce = count(graph, config, Deadline.NEVER);
                searches.clear();
                assertThat(count(graph, config, over())).as("%s", config).isEqualTo(atOnce);
                assertThat(searches).contains(BicliqueConfig.total(2, 2));
            }
        }
    }

    @Test
    void sizesForWhichThereIsTimeAreExactAndTheOthersAreMissing() {
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            List<BicliqueSummary> all = count(graph, CONFIG, Deadline.NEVER);
            List<Long> counted = new ArrayList<>();
            for (int stages = 0; counted.isEmpty() || counted.get(stages - 1) < all.size(); stages++) {
                StageClock clock = new StageClock(stages);
                List<BicliqueSummary> rows =
                        count(graph, CONFIG, clock.deadline(), over(), execution(Cancellation.NEVER, clock));
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
                for (int i = 0; i < rows.size(); i++) {
                    assertThat(rows.get(i).complete() ? all.get(i) : null)
                            .isEqualTo(rows.get(i).complete() ? rows.get(i) : null);
                }
                counted.add(rows.stream().filter(BicliqueSummary::complete).count());
            }
            assertThat(counted).isSorted().contains(9L, 10L, 11L, 12L, 24L, 25L);
        }
    }

    /** Counting by sets, here by the CPU, which is said to compare {@code pairs} pairs. */
    private static BicliqueTableGpu.Sets sets(double pairs, BigInteger[][] table) {
        return new BicliqueTableGpu.Sets() {
            @Override
            public double pairs() {
                return pairs;
            }

            @Override
            public BigInteger[][] count() {
                return table;
            }
        };
    }

    @Test
    void setsCountAllSizesWhereThatIsCheap() {
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            List<BicliqueSummary> all = count(graph, CONFIG, Deadline.NEVER);
            BigInteger[][] table = new BigInteger[CONFIG.p()][CONFIG.q()];
            for (BicliqueSummary row : all) {
                table[row.p() - 1][row.q() - 1] = new BigInteger(row.countText());
            }
            searches.clear();
            sets = sets(1e9, table);
            assertThat(count(graph, CONFIG, over())).isEqualTo(all);
            assertThat(searches).containsExactly(CONFIG);
            // More pairs than any other search reads words, and more than there is time for.
            for (Deadline deadline : List.of(Deadline.NEVER, new StageClock(1000).deadline())) {
                searches.clear();
                sets = sets(1e15, table);
                assertThat(count(graph, CONFIG, deadline, over(), execution(Cancellation.NEVER, Progress.NONE)))
                        .isEqualTo(all);
                assertThat(searches).contains(BicliqueConfig.total(2, 2));
            }
        }
    }

    @Test
    void canceledCallIsAnErrorAndLeavesNothing() {
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            for (Deadline first : List.of(Deadline.NEVER, over())) {
                Execution execution = execution(() -> true, Progress.NONE);
                assertThatThrownBy(() -> count(graph, CONFIG, Deadline.NEVER, first, execution))
                        .isInstanceOf(CancellationException.class);
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        }
    }

    @Test
    @Tag("gpu")
    void denseTableOnTheGpuHasTheSizesForWhichThereIsTime() {
        EdgeList list = RandomGraphs.bipartite(1, 943, 1682, 200_000, 2.5);
        BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
        BicliqueConfig config = BicliqueConfig.of(20, 20, Result.TABLE).withTimeoutMillis(1000);
        try (BipartiteGraph graph = list.toGraph(memory, gpu.workers());
                BicliqueResult part = gpu.run(new BicliqueAlgorithm(), graph, config, memory);
                BicliqueResult small = gpu.run(new BicliqueAlgorithm(), graph, BicliqueConfig.total(2, 2), memory)) {
            assertThat(part.count(2, 2)).isEqualTo(small.total());
            assertThat(part.count(20, 20)).isNull();
        }
    }
}
