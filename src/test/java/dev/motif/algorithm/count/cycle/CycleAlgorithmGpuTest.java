package dev.motif.algorithm.count.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.Directions;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests of {@link CycleAlgorithmTest} on a GPU. */
@Tag("gpu")
class CycleAlgorithmGpuTest extends CycleAlgorithmTest {
    private static final String HUBS = "kronecker,scale=11,edgefactor=8,seed=1";

    /** The time of a launch: far less than a root of many neighbors needs. */
    private static final long SHORT_NANOS = 1;

    private final NativeMemory large = new NativeMemory(1L << 32);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final AtomicInteger polls = new AtomicInteger();

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    @Override
    int longest() {
        return CycleGpu.MAX_LENGTH;
    }

    private Execution execution() {
        return new Execution(large, new Workers(3, () -> polls.incrementAndGet() < 0, Progress.NONE), new StageTimes());
    }

    private CycleResult run(UnipartiteGraph graph, CycleConfig config, List<GpuDevice> devices) {
        return new CycleAlgorithm().gpu(config).run(graph, execution(), devices);
    }

    /** A graph with directions, and the cycles of each vertex and arc by the CPU. */
    private final class Case implements AutoCloseable {
        private final OffHeapScope scope = new OffHeapScope(large);
        private final UnipartiteGraph graph;
        private final CycleConfig each;
        private final CycleResult expected;

        Case(String recipe, int min, int max) {
            graph = scope.own((UnipartiteGraph)
                    Generators.parse(recipe).build(large, Workers.of(3)).graph());
            List<Long> directions = Directions.random(Math.toIntExact(graph.edgeCount()), 1);
            each = new CycleConfig(min, max, Directions.of(directions, false, scope)).each(true, true);
            expected = scope.own(new BackendCase(Backend.CPU, 3).run(new CycleAlgorithm(), graph, each, large));
        }

        void check(Supplier<CycleResult> counting) {
            try (CycleResult found = counting.get()) {
                assertThat(found.byLength()).isEqualTo(expected.byLength());
                checkSame(found.vertices(), expected.vertices());
                checkSame(found.forward(), expected.forward());
                checkSame(found.backward(), expected.backward());
            }
        }

        private static void checkSame(OffHeapLongs found, OffHeapLongs expected) {
            if (found != null) {
                assertThat(longs(found)).isEqualTo(longs(expected));
            }
        }

        private static long[] longs(OffHeapLongs array) {
            return IntStream.range(0, (int) array.length())
                    .mapToLong(array::get)
                    .toArray();
        }

        @Override
        public void close() {
            scope.close();
            assertThat(large.liveBytes()).isZero();
            assertThat(device.liveBytes()).isZero();
            assertThat(device.reservedBytes()).isZero();
        }
    }

    /** In graphs with hubs, and in graphs whose vertices are alike; with the lists of arcs and vertices in many tiles. */
    @ParameterizedTest
    @ValueSource(strings = {HUBS, "gnm,n=3000,edges=30000,seed=1", "clique,n=60"})
    void countsOfLargerGraphsAreThoseOfTheCpu(String recipe) {
        for (int min = 2; min <= longest(); min++) {
            for (int max = Math.max(min, 4); max <= longest(); max++) {
                try (Case of = new Case(recipe, min, max)) {
                    of.check(() -> run(of.graph, of.each, List.of(device)));
                    of.check(() -> run(of.graph, of.each.each(false, false), List.of(device)));
                    of.check(() -> run(of.graph, of.each.each(true, false), List.of(device)));
                    of.check(() -> run(of.graph, of.each.each(false, true), List.of(device)));
                }
            }
        }
    }

    @Test
    void launchesOfShortSlicesCountTheSame() {
        try (Case of = new Case(HUBS, 2, 5)) {
            for (boolean each : new boolean[] {false, true}) {
                CycleConfig config = of.each.each(each, each);
                polls.set(0);
                of.check(() -> run(of.graph, config, List.of(device)));
                int pollsOfFew = polls.getAndSet(0);
                of.check(() ->
                        TestDevices.withSlices(device, SHORT_NANOS, () -> run(of.graph, config, List.of(device))));
                assertThat(polls.get()).isGreaterThan(pollsOfFew + 3);
            }
        }
    }

    /** Blocks need memory for all vertices each, so that on a small device there are few of them. */
    @Test
    void fewBlocksCountTheSame() {
        try (Case of = new Case(HUBS, 2, 5)) {
            TestDevices.withLimit(device, 4L << 20, () -> of.check(() -> run(of.graph, of.each, List.of(device))));
        }
    }

    @Test
    void severalDevicesCountTheSame() {
        List<GpuDevice> several = TestDevices.several();
        try (Case of = new Case(HUBS, 2, 5)) {
            for (int round = 0; round < 3; round++) {
                of.check(() -> run(of.graph, of.each, several));
                of.check(() -> run(of.graph, of.each.each(false, false), several));
                of.check(() -> run(of.graph, of.each.each(true, false), several));
                of.check(() -> run(of.graph, of.each.each(false, true), several));
            }
        }
    }
}
