package dev.motif.algorithm.count.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.StageClock;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.BicliqueOracle;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the ways to count a table: at once, by enumeration, size by size, and as far as there is time. */
@LeavesNothing
class BicliqueTableCpuTest {
    private static final double AT_ONCE = 1e300;
    private static final double COMPARE = 0;
    private static final double FAST = 1e300;
    private static final double SLOW = 1e-300;

    private static final EdgeList DENSE = RandomGraphs.bipartite(3, 40, 30, 900, 1.2);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private Execution execution(Cancellation cancellation, Progress progress) {
        return new Execution(memory, new Workers(2, cancellation, progress), new StageTimes());
    }

    private List<BicliqueSummary> count(
            BipartiteGraph graph, BicliqueConfig config, Deadline deadline, double cheap, double wordsPerSecond) {
        return count(graph, config, deadline, execution(Cancellation.NEVER, Progress.NONE), cheap, wordsPerSecond);
    }

    private static List<BicliqueSummary> count(
            BipartiteGraph graph,
            BicliqueConfig config,
            Deadline deadline,
            Execution execution,
            double cheap,
            double wordsPerSecond) {
        try (BicliqueResult counts =
                new BicliqueTableCpu(graph, config, deadline, execution, cheap, wordsPerSecond).count()) {
            assertThat(counts.config()).isEqualTo(config.withTimeoutMillis(deadline.timeoutMillis()));
            return BicliqueSummary.of(counts);
        }
    }

    private static List<BicliqueSummary> byDefinition(EdgeList list, int maxP, int maxQ) {
        List<BicliqueSummary> rows = new ArrayList<>();
        for (int p = 1; p <= maxP; p++) {
            for (int q = 1; q <= maxQ; q++) {
                BigInteger total = new BicliqueOracle(list, p, q).total();
                rows.add(new BicliqueSummary(p, q, total.longValueExact(), total.toString(), true));
            }
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource({"2,2", "3,3", "2,6", "6,3", "4,4", "5,6", "9,2"})
    void eachWayCountsEachSizeAsTheDefinitionDoes(int maxP, int maxQ) {
        for (long seed = 0; seed < 6; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 12, 10, 40 + 20 * (int) seed, 1.3);
            BicliqueConfig config = BicliqueConfig.of(maxP, maxQ, Result.TABLE);
            List<BicliqueSummary> expected = byDefinition(list, maxP, maxQ);
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                for (double cheap : new double[] {AT_ONCE, COMPARE}) {
                    for (double wordsPerSecond : new double[] {FAST, SLOW}) {
                        for (Deadline deadline : List.of(Deadline.NEVER, new StageClock(1).deadline())) {
                            assertThat(count(graph, config, deadline, cheap, wordsPerSecond))
                                    .as("%s, %s, %s, seed %d: %s", cheap, wordsPerSecond, deadline, seed, list)
                                    .isEqualTo(expected);
                        }
                    }
                }
            }
        }
    }

    @Test
    void largeGraphHasTheSameTableInEachWay() {
        BicliqueConfig config = BicliqueConfig.of(6, 7, Result.TABLE);
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            List<BicliqueSummary> atOnce = count(graph, config, Deadline.NEVER, AT_ONCE, FAST);
            assertThat(atOnce).hasSize(42).allMatch(BicliqueSummary::complete);
            assertThat(count(graph, config, Deadline.NEVER, COMPARE, FAST)).isEqualTo(atOnce);
            assertThat(count(graph, config, new StageClock(1).deadline(), COMPARE, SLOW))
                    .isEqualTo(atOnce);
        }
    }

    @Test
    void threeVerticesOfASideAreEnumeratedWhereThatCostsLess() {
        for (BicliqueConfig config : List.of(BicliqueConfig.total(3, 4), BicliqueConfig.total(4, 3))) {
            try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1));
                    BicliqueResult enumerated = one(graph, config, Deadline.NEVER, Progress.NONE);
                    BicliqueResult searched = one(graph, config.with(Technique.PIVOT), Deadline.NEVER, Progress.NONE)) {
                assertThat(enumerated.technique()).isNull();
                assertThat(enumerated.side()).isEqualTo(config.p() == 3 ? Side.LEFT : Side.RIGHT);
                assertThat(searched.technique()).isEqualTo(Technique.PIVOT);
                assertThat(enumerated.total()).isEqualTo(searched.total());
            }
        }
    }

    /** Counts one size, and compares even a cheap search with enumeration. */
    private BicliqueResult one(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Progress progress) {
        Execution execution = execution(Cancellation.NEVER, progress);
        try (SearchPlan plan = SearchPlan.of(graph, config, 0, COMPARE, execution)) {
            return new BicliqueCpu(graph, config, deadline, execution).count(plan);
        }
    }

    @Test
    void enumerationEndsWithItsTime() {
        StageClock clock = new StageClock(2);
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            assertThatThrownBy(() -> one(graph, BicliqueConfig.total(3, 4), clock.deadline(), clock))
                    .hasMessageStartingWith("the search was stopped by `timeoutMillis: 1000` after ");
        }
    }

    /** About as large and as dense as films and their ratings. */
    @Test
    void dearTableIsCountedAndEstimatedInTheCheapestWay() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 943, 1682, 110_000, 1.8).toGraph(memory, Workers.of(2))) {
            SearchEstimate enumerated = estimate(graph, BicliqueConfig.of(3, 3, Result.TABLE));
            assertThat(enumerated.side()).isNull();
            assertThat(enumerated.nodes()).isZero();
            assertThat(enumerated.words())
                    .isLessThan(estimate(
                                    graph, BicliqueConfig.of(3, 3, Result.TABLE).with(Technique.PIVOT))
                            .words());
            BicliqueConfig larger = BicliqueConfig.of(8, 8, Result.TABLE);
            assertThat(estimate(graph, larger)).isEqualTo(estimate(graph, larger.with(Technique.PIVOT)));
        }
    }

    /** A crown has few free vertices at any pivot, so that its sets are tried. */
    @Test
    void tableThatIsEnumeratedAtOnceHasItsClosedForm() {
        BicliqueConfig config = BicliqueConfig.of(6, 6, Result.TABLE);
        try (BipartiteGraph graph = TestGraphs.crown(16).toGraph(memory, Workers.of(2));
                SearchPlan plan =
                        SearchPlan.of(graph, config, 0, COMPARE, execution(Cancellation.NEVER, Progress.NONE));
                BicliqueResult enumerated = new BicliqueCpu(
                                graph, config, Deadline.NEVER, execution(Cancellation.NEVER, Progress.NONE))
                        .count(plan)) {
            assertThat(plan.technique()).isNull();
            assertThat(enumerated.side()).isNotNull();
            for (int p = 1; p <= 6; p++) {
                for (int q = 1; q <= 6; q++) {
                    assertThat(enumerated.count(p, q))
                            .isEqualTo(BicliqueOracle.choices(16, p).multiply(BicliqueOracle.choices(16 - p, q)));
                }
            }
        }
    }

    /** About as large and as dense as films and their ratings, where triples are enumerated. */
    @Test
    void enumerationTakesNoMoreMemoryThanEstimatedForTheSearch() {
        Execution execution = execution(Cancellation.NEVER, Progress.NONE);
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 943, 1682, 110_000, 1.8).toGraph(memory, Workers.of(2))) {
            for (BicliqueConfig config : List.of(BicliqueConfig.total(3, 3), BicliqueConfig.total(3, 6))) {
                long most = searching(new BicliqueAlgorithm().cpuEstimate(graph, config, execution));
                assertThat(searching(new BicliqueAlgorithm().cpuEstimate(GraphSize.of(graph), config, 2)))
                        .isGreaterThanOrEqualTo(most);
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
                try (SearchPlan plan = SearchPlan.of(graph, config, execution)) {
                    assertThat(plan.technique()).isNull();
                    memory.resetPeak();
                    new BicliqueCpu(graph, config, Deadline.NEVER, execution)
                            .count(plan)
                            .close();
                }
                assertThat(memory.peakBytes() - graph.bytes()).isLessThanOrEqualTo(most);
            }
        }
    }

    /** The most bytes of the search, which comes after planning. */
    private static long searching(CpuEstimate estimate) {
        return estimate.offHeap().parts().stream()
                .filter(part -> part.name().equals("searching"))
                .mapToLong(MemoryEstimate::maxBytes)
                .sum();
    }

    private SearchEstimate estimate(BipartiteGraph graph, BicliqueConfig config) {
        return SearchEstimate.of(graph, config, execution(Cancellation.NEVER, Progress.NONE));
    }

    @Test
    void sideAndAlgorithmThatAreAskedForAreTaken() {
        for (BicliqueConfig config : List.of(
                BicliqueConfig.of(4, 4, Result.TABLE).with(Side.RIGHT),
                BicliqueConfig.of(4, 4, Result.TABLE).with(Technique.PIVOT))) {
            try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1));
                    BicliqueResult counts = new BicliqueTableCpu(
                                    graph,
                                    config,
                                    Deadline.NEVER,
                                    execution(Cancellation.NEVER, Progress.NONE),
                                    COMPARE,
                                    SLOW)
                            .count()) {
                assertThat(counts.technique()).isEqualTo(Technique.PIVOT);
                assertThat(config.side()).isIn(null, counts.side());
            }
        }
    }

    @Test
    void sizesForWhichThereIsTimeAreExactAndTheOthersAreMissing() {
        BicliqueConfig config = BicliqueConfig.of(5, 5, Result.TABLE);
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            List<BicliqueSummary> all = count(graph, config, Deadline.NEVER, AT_ONCE, FAST);
            List<Long> counted = new ArrayList<>();
            for (int stages = 0; counted.isEmpty() || counted.get(stages - 1) < all.size(); stages++) {
                StageClock clock = new StageClock(stages);
                List<BicliqueSummary> rows =
                        count(graph, config, clock.deadline(), execution(Cancellation.NEVER, clock), COMPARE, SLOW);
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
                assertPart(rows, all);
                counted.add(rows.stream().filter(BicliqueSummary::complete).count());
            }
            // Stars; pairs and triples of the left side, then of the right one; then size by size.
            assertThat(counted).isSorted().contains(9L, 13L, 17L, 19L, 21L, 22L, 23L, 24L, 25L);
        }
    }

    private static void assertPart(List<BicliqueSummary> rows, List<BicliqueSummary> all) {
        assertThat(rows).hasSameSizeAs(all);
        for (int i = 0; i < rows.size(); i++) {
            BicliqueSummary row = rows.get(i);
            BicliqueSummary whole = all.get(i);
            assertThat(row)
                    .isEqualTo(row.complete() ? whole : new BicliqueSummary(whole.p(), whole.q(), null, null, false));
            assertThat(row.complete() || row.p() > 1 && row.q() > 1).isTrue();
        }
    }

    @Test
    void oneSearchThatIsLateLeavesStars() {
        StageClock clock = new StageClock(0);
        BicliqueConfig config = BicliqueConfig.of(3, 4, Result.TABLE).with(Technique.PIVOT);
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            assertThat(count(graph, config, clock.deadline(), execution(Cancellation.NEVER, clock), AT_ONCE, FAST))
                    .filteredOn(BicliqueSummary::complete)
                    .hasSize(6);
        }
    }

    @Test
    void canceledCallIsAnErrorAndLeavesNothing() {
        BicliqueConfig config = BicliqueConfig.of(5, 5, Result.TABLE);
        try (BipartiteGraph graph = DENSE.toGraph(memory, Workers.of(1))) {
            for (int allowed : new int[] {0, 1, 2, 4, 8}) {
                AtomicInteger polls = new AtomicInteger();
                Cancellation cancellation = () -> polls.getAndIncrement() >= allowed;
                assertThatThrownBy(() -> count(
                                graph,
                                config,
                                new StageClock(1).deadline(),
                                execution(cancellation, Progress.NONE),
                                COMPARE,
                                SLOW))
                        .isInstanceOf(CancellationException.class);
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        }
    }

    @Test
    void failedAllocationLeavesNothing() {
        BicliqueConfig config = BicliqueConfig.of(4, 4, Result.TABLE);
        try (BipartiteGraph graph = TestGraphs.crown(9).toGraph(memory, Workers.of(1))) {
            AllocationFailures.check(little -> {
                Execution execution = new Execution(little, Workers.of(1), new StageTimes());
                count(graph, config, Deadline.NEVER, execution, COMPARE, FAST);
            });
        }
    }
}
