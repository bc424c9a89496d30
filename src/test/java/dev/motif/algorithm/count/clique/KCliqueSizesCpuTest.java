package dev.motif.algorithm.count.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.StageClock;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the ways to count several sizes within a time limit: at once, size by size, and as far as there is time. */
@LeavesNothing
class KCliqueSizesCpuTest {
    private static final double AT_ONCE = 1e300;
    private static final double COMPARE = -1;
    private static final double FAST = 1e300;
    private static final double SLOW = 1e-300;

    private static final int LARGEST = 9;

    /** A clique has a vertex of each of nine parts at most, though the degeneracy would allow 25. */
    private static final EdgeList DENSE = CliqueGraphs.multipartite(LARGEST, 3);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private Execution execution(Cancellation cancellation, Progress progress) {
        return new Execution(memory, new Workers(2, cancellation, progress), new StageTimes());
    }

    private KCliqueResult count(
            UnipartiteGraph graph, KCliqueConfig config, StageClock clock, double cheap, double wordsPerSecond) {
        Execution execution = execution(Cancellation.NEVER, clock);
        KCliqueResult counts = new KCliqueSizesCpu(
                        graph, config, new CliqueSearcher(), clock.deadline(), execution, cheap, wordsPerSecond)
                .count();
        assertThat(counts.config()).isEqualTo(config.withTimeoutMillis(1000));
        assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        return counts;
    }

    private static StageClock noHurry() {
        return new StageClock(1_000_000);
    }

    private static List<KCliqueConfig> configs() {
        return List.of(
                KCliqueConfig.all(),
                KCliqueConfig.total(3, 6),
                KCliqueConfig.total(5, 40),
                KCliqueConfig.all().with(Orientation.DEGREE).with(Technique.ORIENTATION));
    }

    @Test
    void eachWayCountsEachSizeAsTheDefinitionDoes() {
        for (long seed = 0; seed < 12; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                for (KCliqueConfig config : configs()) {
                    for (double cheap : new double[] {AT_ONCE, COMPARE}) {
                        for (double wordsPerSecond : new double[] {FAST, SLOW}) {
                            KCliqueResult counts = count(graph, config, noHurry(), cheap, wordsPerSecond);
                            assertThat(KCliqueSummary.of(counts))
                                    .as("%s, %s, %s, seed %d: %s", config, cheap, wordsPerSecond, seed, list)
                                    .allSatisfy(row -> assertThat(row.countText())
                                            .isEqualTo(oracle.total(row.k()).toString()))
                                    .allMatch(KCliqueSummary::complete);
                            int beyond = Math.max(config.minK(), counts.largest()) + 1;
                            assertThat(beyond > config.maxK()
                                            || oracle.total(beyond).signum() == 0)
                                    .isTrue();
                        }
                    }
                }
            }
        }
    }

    @Test
    void sizesForWhichThereIsTimeAreExactAndTheOthersAreMissing() {
        try (UnipartiteGraph graph = DENSE.toUnipartiteGraph(memory, Workers.of(1))) {
            List<KCliqueSummary> all = KCliqueSummary.of(count(graph, KCliqueConfig.all(), noHurry(), AT_ONCE, FAST));
            assertThat(all).hasSize(LARGEST - 2);
            List<Integer> counted = new ArrayList<>();
            boolean isWhole = false;
            for (int stages = 0; !isWhole; stages++) {
                KCliqueResult counts = count(graph, KCliqueConfig.all(), new StageClock(stages), COMPARE, SLOW);
                List<KCliqueSummary> rows = KCliqueSummary.of(counts);
                int done = (int) rows.stream().filter(KCliqueSummary::complete).count();
                counted.add(done);
                assertThat(rows.subList(0, done)).isEqualTo(all.subList(0, done));
                assertThat(rows.subList(done, rows.size()))
                        .allSatisfy(row -> assertThat(row).isEqualTo(new KCliqueSummary(row.k(), null, null, false)));
                isWhole = done == rows.size();
                assertThat(counts.cliqueNumber(graph)).isEqualTo(isWhole ? LARGEST : null);
                assertThat(counts.last() > LARGEST).isEqualTo(!isWhole);
            }
            assertThat(counted).isSorted().contains(0, 1, 2, 3, 4, 5, 6, 7);
        }
    }

    @Test
    void sizesUpToALimitHaveARowEach() {
        try (UnipartiteGraph graph = DENSE.toUnipartiteGraph(memory, Workers.of(1))) {
            KCliqueResult counts = count(graph, KCliqueConfig.total(4, 6), new StageClock(0), COMPARE, SLOW);
            assertThat(KCliqueSummary.of(counts)).extracting(KCliqueSummary::k).containsExactly(4, 5, 6);
            assertThat(counts.count(6)).isNull();
            assertThat(counts.largest()).isZero();
        }
    }

    @Test
    void canceledCallIsAnErrorAndLeavesNothing() {
        try (UnipartiteGraph graph = DENSE.toUnipartiteGraph(memory, Workers.of(1))) {
            for (int allowed : new int[] {0, 1, 2, 4, 8}) {
                AtomicInteger polls = new AtomicInteger();
                Execution execution = execution(() -> polls.getAndIncrement() >= allowed, Progress.NONE);
                Deadline deadline = noHurry().deadline();
                assertThatThrownBy(() -> new KCliqueSizesCpu(
                                        graph,
                                        KCliqueConfig.all(),
                                        new CliqueSearcher(),
                                        deadline,
                                        execution,
                                        COMPARE,
                                        SLOW)
                                .count())
                        .isInstanceOf(CancellationException.class);
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        }
    }

    @Test
    void failedAllocationLeavesNothing() {
        try (UnipartiteGraph graph = DENSE.toUnipartiteGraph(memory, Workers.of(1))) {
            AllocationFailures.check(little -> new KCliqueSizesCpu(
                            graph,
                            KCliqueConfig.all(),
                            new CliqueSearcher(),
                            noHurry().deadline(),
                            new Execution(little, Workers.of(1), new StageTimes()),
                            COMPARE,
                            SLOW)
                    .count());
        }
    }
}
