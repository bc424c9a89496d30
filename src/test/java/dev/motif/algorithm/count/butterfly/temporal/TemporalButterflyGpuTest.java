package dev.motif.algorithm.count.butterfly.temporal;

import static dev.motif.algorithm.count.butterfly.ButterflyValues.EVERYTHING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Backend;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.graphs.Times;
import dev.motif.leaks.CanceledPolls;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests of {@link TemporalButterflyTest} on a GPU, and those of its memory. */
@Tag("gpu")
class TemporalButterflyGpuTest extends TemporalButterflyTest {
    private static final long SPAN = 1000;

    private final BackendCase cpu = new BackendCase(Backend.CPU, 2);
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    private static List<List<Long>> times(EdgeList list, boolean parallel) {
        int edges = list.edges().size();
        return parallel ? Times.parallel(edges, 4, SPAN, 1) : Times.single(edges, SPAN, 1);
    }

    /** Uneven graphs, too large to be counted by the definition, and with so little memory that they are listed in parts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void countsAreThoseOfTheCpu(boolean parallel) {
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 3000, 2000, 20_000, 1.5),
                RandomGraphs.bipartite(2, 60, 2000, 6000, 1),
                RandomGraphs.bipartite(4, 1000, 3000, 9000, 4));
        for (EdgeList list : lists) {
            List<List<Long>> times = times(list, parallel);
            for (long window : new long[] {0, 30, 300, SPAN}) {
                ButterflyValues expected = count(list, times, parallel, window, EVERYTHING, cpu);
                String what = "window " + window + ", " + list.edges().size() + " edges";
                assertThat(count(list, times, parallel, window, EVERYTHING, gpu))
                        .as(what)
                        .isEqualTo(expected);
                assertThat(withLeastMemory(list, times, parallel, window))
                        .as(what)
                        .isEqualTo(expected);
                assertThat(count(list, times, parallel, window, ButterflyConfig.TOTAL, gpu)
                                .total())
                        .as(what)
                        .isEqualTo(expected.total());
            }
        }
    }

    /** So many relationships are parallel that a warp lists the wedges of two edges together. */
    @Test
    void countsOfManyParallelRelationshipsAreThoseOfTheCpu() {
        EdgeList square = TestGraphs.complete(2, 2);
        for (long seed = 0; seed < 4; seed++) {
            List<List<Long>> times = Times.parallel(square.edges().size(), 1500, SPAN, seed);
            for (long window : new long[] {0, 30, SPAN}) {
                assertThat(count(square, times, true, window, EVERYTHING, gpu))
                        .as("seed %d, window %d", seed, window)
                        .isEqualTo(count(square, times, true, window, EVERYTHING, cpu));
            }
        }
    }

    private ButterflyValues withLeastMemory(EdgeList list, List<List<Long>> times, boolean parallel, long window) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                BipartiteGraph graph = list.toGraph(memory, cpu.workers())) {
            ButterflyConfig config = EVERYTHING.within(new TimeWindow(window, Times.of(times, parallel, scope)));
            return withLeastMemory(graph, config, () -> {
                try (ButterflyResult counts = gpu.run(new ButterflyAlgorithm(), graph, config, memory)) {
                    return ButterflyValues.of(counts);
                }
            });
        }
    }

    private <T> T withLeastMemory(BipartiteGraph graph, ButterflyConfig config, Supplier<T> work) {
        GpuVersion<BipartiteGraph, ButterflyResult> version = new ButterflyAlgorithm().gpu(config);
        long least = 0;
        for (long step = 1L << 36; step > 0; step >>= 1) {
            long bytes = least + step;
            if (TestDevices.withLimit(device, bytes, () -> version.obstacle(device, graph)) != null) {
                least = bytes;
            }
        }
        TestDevices.evict(device);
        return TestDevices.withLimit(device, least + 1, work);
    }

    @Test
    void reservesWhatIsEstimated() {
        EdgeList list = RandomGraphs.bipartite(1, 3000, 2000, 20_000, 1.5);
        for (boolean parallel : new boolean[] {false, true}) {
            for (ButterflyConfig counts : List.of(ButterflyConfig.TOTAL, EVERYTHING)) {
                try (OffHeapScope scope = new OffHeapScope(memory);
                        BipartiteGraph graph = list.toGraph(memory, cpu.workers())) {
                    ButterflyConfig config =
                            counts.within(new TimeWindow(100, Times.of(times(list, parallel), parallel, scope)));
                    TestDevices.evict(device);
                    device.resetPeak();
                    gpu.run(new ButterflyAlgorithm(), graph, config, memory).close();
                    assertThat(device.peakReservedBytes())
                            .isEqualTo(new ButterflyAlgorithm()
                                    .gpu(config)
                                    .estimate(device, GraphSize.of(graph))
                                    .device()
                                    .maxBytes());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void canceledBetweenPartsLeavesNothing(boolean parallel) {
        EdgeList list = RandomGraphs.bipartite(1, 3000, 2000, 20_000, 1.5);
        try (OffHeapScope scope = new OffHeapScope(memory);
                BipartiteGraph graph = list.toGraph(memory, cpu.workers())) {
            ButterflyConfig config =
                    EVERYTHING.within(new TimeWindow(SPAN, Times.of(times(list, parallel), parallel, scope)));
            int polls = withLeastMemory(
                    graph,
                    config,
                    () -> CanceledPolls.check(memory, 2, workers -> {
                        Execution execution = new Execution(memory, workers, new StageTimes());
                        try {
                            gpu.run(new ButterflyAlgorithm(), graph, config, execution)
                                    .close();
                        } finally {
                            assertThat(device.reservedBytes())
                                    .isEqualTo(device.copies().bytes());
                        }
                    }));
            assertThat(polls).isGreaterThan(10);
        }
    }

    /** There is no room for all that might have to be listed at once, nor are places and positions that long. */
    @Test
    void graphsThatMayHaveTooManyWedgesAreRefused() {
        GpuDevice small = TestDevices.planned(1L << 30);
        GpuVersion<BipartiteGraph, ButterflyResult> version =
                new ButterflyAlgorithm().gpu(ButterflyConfig.TOTAL.within(new TimeWindow(1, null)));
        assertThat(version.obstacle(small, new GraphSize(1 << 20, 1 << 20, 1 << 20)))
                .isNull();
        assertThat(version.obstacle(small, new GraphSize(1 << 20, 1 << 20, 1 << 26)))
                .contains("of device memory are needed, but only 1.0 GiB may be used");
        assertThat(version.obstacle(TestDevices.planned(1L << 45), new GraphSize(1 << 29, 1 << 29, 1L << 31)))
                .isEqualTo("butterflies within a window of time need fewer than 2^31 relationships");
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs times = scope.zeroedLongs(100_000);
            OffHeapLongs offsets = scope.zeroedLongs(5);
            offsets.set(4, times.length());
            TimeWindow window = new TimeWindow(1, new EdgeTimes(times, offsets));
            assertThat(new ButterflyAlgorithm()
                            .gpu(ButterflyConfig.TOTAL.within(window))
                            .obstacle(TestDevices.planned(1L << 45), new GraphSize(2, 2, 4)))
                    .isEqualTo(
                            "2^31 or more pairs of relationships of the neighbors of a node may lie within the window");
        }
    }
}
