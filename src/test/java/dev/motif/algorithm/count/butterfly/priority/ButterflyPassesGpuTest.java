package dev.motif.algorithm.count.butterfly.priority;

import static dev.motif.algorithm.count.butterfly.ButterflyValues.EVERYTHING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.StageProgress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests graphs larger than the device, or than the memory that a test allows it. */
@LeavesNothing
@Tag("gpu")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ButterflyPassesGpuTest {
    private static final int LARGE_EDGES = 150_000;

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 33);

    private static StageProgress passes() {
        return new StageProgress("counting wedges");
    }

    private Execution execution(Progress progress) {
        return new Execution(memory, new Workers(3, Cancellation.NEVER, progress), new StageTimes());
    }

    private ButterflyValues count(EdgeList list, ButterflyConfig config, PassSizes sizes, StageProgress passes) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2));
                ButterflyResult counts =
                        ButterflyPassesGpu.count(graph, config, execution(passes), List.of(device), sizes)) {
            return ButterflyValues.of(counts);
        }
    }

    private static GraphSize sizeOf(EdgeList list) {
        return new GraphSize(list.left(), list.right(), list.edges().size());
    }

    @Test
    void randomGraphsAgreeWithTheDefinitionInPassesOfAnySize() {
        long several = 0;
        for (long seed = 0; seed < 300; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            PassSizes sizes = seed % 3 == 0
                    ? PassSizes.smallest(sizeOf(list))
                    : PassSizesTest.randomSizes(sizeOf(list), new Random(seed));
            StageProgress passes = passes();
            assertThat(count(list, EVERYTHING, sizes, passes))
                    .as("seed %d, %s: %s", seed, sizes, list)
                    .isEqualTo(ButterflyValues.byDefinition(list));
            several += passes.volume() > 1 ? 1 : 0;
            assertThat(passes.done()).isEqualTo(passes.volume());
        }
        assertThat(several).isGreaterThan(200);
    }

    @Test
    void everyConfigurationCountsTheSame() {
        EdgeList list = RandomGraphs.bipartite(1, 400, 250, 8000, 3);
        PassSizes sizes = new PassSizes(100, 2000, 1000);
        ButterflyValues expected = ButterflyValues.byDefinition(list);
        for (boolean perVertex : new boolean[] {false, true}) {
            for (boolean perEdge : new boolean[] {false, true}) {
                StageProgress passes = passes();
                ButterflyConfig config = new ButterflyConfig(perVertex, perEdge);
                assertThat(count(list, config, sizes, passes))
                        .as("%s", config)
                        .isEqualTo(new ButterflyValues(
                                expected.total(),
                                perVertex ? expected.left() : null,
                                perVertex ? expected.right() : null,
                                perEdge ? expected.edges() : null));
                assertThat(passes.done()).isGreaterThan(10).isEqualTo(passes.volume());
            }
        }
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite().filter(set -> set.counts().get("E").intValue() > LARGE_EDGES);
    }

    /** Chooses the backend and runs, as a call does, on a device with different limits of memory. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("dataSets")
    void dataSetInPassesCountsAsInOne(DataSet set) {
        ButterflyAlgorithm algorithm = new ButterflyAlgorithm();
        try (BipartiteGraph graph = set.read().toGraph(memory, Workers.of(2))) {
            GraphSize size = GraphSize.of(graph);
            Backend.Choice whole = Backend.GPU.choose(algorithm, size, EVERYTHING);
            assertThat(whole.reason()).doesNotContain("passes");
            ButterflyValues expected = count(algorithm, whole, graph, passes());
            assertThat(expected.total())
                    .isEqualTo(set.counts().get("butterflies").longValue());
            long least = TestDevices.leastLimit(
                    device, () -> algorithm.gpu(EVERYTHING).obstacle(device, size) == null);
            for (long limit : new long[] {least, least * 3 / 2}) {
                TestDevices.withLimit(device, limit, () -> countInPasses(set, graph, expected));
            }
        }
    }

    private void countInPasses(DataSet set, BipartiteGraph graph, ButterflyValues expected) {
        ButterflyAlgorithm algorithm = new ButterflyAlgorithm();
        GraphSize size = GraphSize.of(graph);
        StageProgress passes = passes();
        Backend.Choice choice = Backend.GPU.choose(algorithm, graph, EVERYTHING, 2, TestDevices.only(device));
        assertThat(choice.reason()).contains("passes");
        long before = memory.liveBytes();
        memory.resetPeak();
        assertThat(count(algorithm, choice, graph, passes)).isEqualTo(expected);
        assertThat(memory.peakBytes() - before)
                .isLessThanOrEqualTo(algorithm
                        .gpu(EVERYTHING)
                        .estimate(device, size)
                        .offHeap()
                        .maxBytes());
        System.out.printf(
                "%s with %d bytes: %s; %d passes%n", set, device.limitBytes(), choice.reason(), passes.done());
        assertThat(passes.done()).isGreaterThanOrEqualTo(4);
    }

    private ButterflyValues count(
            ButterflyAlgorithm algorithm, Backend.Choice choice, BipartiteGraph graph, StageProgress passes) {
        try (ButterflyResult counts = algorithm.run(choice, graph, EVERYTHING, execution(passes))) {
            return ButterflyValues.of(counts);
        }
    }

    @Test
    void cancelledBetweenPassesLeavesNothing() {
        EdgeList list = RandomGraphs.bipartite(1, 400, 250, 8000, 3);
        StageProgress passes = passes();
        Workers workers = new Workers(2, () -> passes.done() == 3, passes);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            long before = memory.liveBytes();
            Execution execution = new Execution(memory, workers, new StageTimes());
            PassSizes sizes = new PassSizes(100, 2000, 1000);
            assertThatThrownBy(() -> ButterflyPassesGpu.count(graph, EVERYTHING, execution, List.of(device), sizes))
                    .isInstanceOf(CancellationException.class);
            assertThat(passes.done()).isEqualTo(3);
            assertThat(memory.liveBytes()).isEqualTo(before);
        }
    }
}
