package dev.motif.algorithm.count.butterfly.priority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.wedge.EndCounts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting from either side and by degree: the same, whichever one the costs choose. */
@LeavesNothing
class ButterflyCpuTest {
    private static final List<ButterflyConfig> CONFIGS = List.of(
            ButterflyConfig.TOTAL,
            new ButterflyConfig(true, false),
            new ButterflyConfig(false, true),
            ButterflyValues.EVERYTHING);

    /** All start vertices as parts, which are by degree. */
    private static final List<WorkRange> BY_DEGREE =
            List.of(new WorkRange(0, 3, 0), new WorkRange(3, Long.MAX_VALUE, 0));

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private Execution execution(int concurrency) {
        return new Execution(memory, Workers.of(concurrency), new StageTimes());
    }

    private static ButterflyValues byDegree(BipartiteGraph graph, ButterflyConfig config, Execution execution) {
        try (ButterflyResult result = new ButterflyCpu(graph, config, BY_DEGREE, execution).count()) {
            return ButterflyValues.of(result);
        }
    }

    private ButterflyValues from(Side side, BipartiteGraph graph, ButterflyConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                ButterflyResult result = new SideCpu(graph, side, execution.workers()).count(config, scope)) {
            return ButterflyValues.of(result);
        }
    }

    /** Two hubs, one on each side, whose neighbors have no others. */
    private static EdgeList hubs(int neighbors) {
        List<Edge> edges = new ArrayList<>();
        edges.add(new Edge(0, 0));
        for (int v = 1; v <= neighbors; v++) {
            edges.add(new Edge(0, v));
            edges.add(new Edge(v, 0));
        }
        return new EdgeList(neighbors + 1, neighbors + 1, edges);
    }

    /** A graph, and what the definition says of it. */
    private record Case(EdgeList list, ButterflyValues expected) {}

    private static final List<Case> CASES = graphs().map(list -> new Case(list, ButterflyValues.byDefinition(list)))
            .toList();

    private static Stream<EdgeList> graphs() {
        Stream<EdgeList> random = LongStream.range(0, Seeds.atMost(60)).mapToObj(RandomGraphs::bipartite);
        Stream<EdgeList> large = Stream.of(
                TestGraphs.complete(90, 70),
                hubs(1000),
                RandomGraphs.bipartite(1, 400, 250, 8000, 3),
                RandomGraphs.bipartite(2, 3000, 40, 20_000, 2));
        return Stream.of(TestGraphs.all().stream(), random, large).flatMap(lists -> lists);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void bothSidesAndDegreesGiveTheSame(int concurrency) {
        Execution execution = execution(concurrency);
        CASES.forEach(one -> {
            EdgeList list = one.list;
            ButterflyValues expected = one.expected;
            try (BipartiteGraph graph = list.toGraph(memory, execution.workers())) {
                for (ButterflyConfig config : CONFIGS) {
                    ButterflyValues wanted = new ButterflyValues(
                            expected.total(),
                            config.perVertex() ? expected.left() : null,
                            config.perVertex() ? expected.right() : null,
                            config.perEdge() ? expected.edges() : null);
                    assertThat(List.of(
                                    byDegree(graph, config, execution),
                                    from(Side.LEFT, graph, config, execution),
                                    from(Side.RIGHT, graph, config, execution)))
                            .as("%s of %s", config, list)
                            .containsOnly(wanted);
                }
            }
        });
    }

    @Test
    void countsOfEndsDoNotWrap() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            EndCounts ends = new EndCounts(2, scope);
            for (int start = 0; start < 5; start++) {
                ends.begin(Integer.MAX_VALUE / 2);
                assertThat(ends.add(1)).isZero();
                assertThat(ends.add(1)).isOne();
                assertThat(ends.add(0)).isZero();
                assertThat(ends.others(1)).isOne();
            }
        }
    }

    @Test
    void sideOfFewerWedgesIsTakenWhereDegreesSaveLittle() {
        for (ButterflyConfig config : CONFIGS) {
            assertThat(side(RandomGraphs.bipartite(2, 3000, 40, 20_000, 2), config))
                    .isEqualTo(Side.RIGHT);
            assertThat(side(RandomGraphs.bipartite(2, 40, 3000, 20_000, 2), config))
                    .isEqualTo(Side.LEFT);
            assertThat(side(hubs(3000), config)).isNull();
        }
    }

    private Side side(EdgeList list, ButterflyConfig config) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            return StartSide.of(graph, config, memory);
        }
    }

    @Test
    void preparedRanksAreUsedWhereThereAreFewerWedges() {
        EdgeList list = hubs(140);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            memory.keepFormsOf(graph);
            assertThat(StartSide.of(graph, ButterflyConfig.TOTAL, memory)).isNotNull();
            RankedGraph.form(graph, memory, Workers.of(1)).close();
            assertThat(StartSide.of(graph, ButterflyConfig.TOTAL, memory)).isNull();
        }
    }

    @Test
    void estimateOfAGraphIsThatOfWhatIsChosen() {
        for (EdgeList list : List.of(hubs(3000), RandomGraphs.bipartite(2, 3000, 40, 20_000, 2))) {
            for (ButterflyConfig config : CONFIGS) {
                for (int concurrency : new int[] {1, 8}) {
                    try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                        ButterflyAlgorithm algorithm = new ButterflyAlgorithm();
                        Execution execution = execution(concurrency);
                        MemoryEstimate ofGraph =
                                algorithm.cpuEstimate(graph, config, execution).offHeap();
                        MemoryEstimate ofSize = algorithm
                                .cpuEstimate(GraphSize.of(graph), config, concurrency)
                                .offHeap();
                        memory.resetPeak();
                        new ButterflyCpu(graph, config, execution).count().close();
                        assertThat(memory.peakBytes() - graph.bytes())
                                .as("%s with %d", config, concurrency)
                                .isEqualTo(ofGraph.maxBytes())
                                .isEqualTo(ofGraph.minBytes())
                                .isBetween(ofSize.minBytes(), ofSize.maxBytes());
                    }
                }
            }
        }
    }

    @Test
    void countingByDegreeLeavesNothingWhenItFailsOrIsCanceled() {
        try (BipartiteGraph graph = hubs(20).toGraph(memory, Workers.of(1))) {
            for (ButterflyConfig config : CONFIGS) {
                AllocationFailures.check(
                        little -> byDegree(graph, config, new Execution(little, Workers.of(2), new StageTimes())));
                assertThat(CanceledPolls.check(
                                memory,
                                2,
                                workers -> byDegree(graph, config, new Execution(memory, workers, new StageTimes()))))
                        .isPositive();
            }
        }
    }
}
