package dev.motif.research.gbfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.research.gbfc.GbfcConfig.Counting;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link GbfcCountTest} on a GPU. */
@Tag("gpu")
class GbfcCountGpuTest extends GbfcCountTest {
    /** The time of a launch in which little is done. */
    private static final long SHORT_NANOS = 20_000;

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    /** Start vertices of every class are left in the middle, and gone on with by the next launch. */
    @ParameterizedTest
    @MethodSource("casesOfManySlices")
    void launchesOfShortSlicesCountTheSame(EdgeList list, List<GbfcConfig> configs) {
        NativeMemory own = new NativeMemory(1L << 30);
        BackendCase backend = backends().findFirst().orElseThrow();
        BigInteger expected =
                ButterflyValues.of(list, ButterflyConfig.TOTAL, backend, own).total();
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.incrementAndGet() < 0, Progress.NONE);
        int most = 0;
        try (BipartiteGraph graph = list.toGraph(own, Workers.of(2))) {
            for (GbfcConfig gbfc : configs) {
                Supplier<BigInteger> run = () -> {
                    Execution execution = new Execution(own, workers, new StageTimes());
                    try (ButterflyResult counts = new GbfcAlgorithm().gpu(gbfc).run(graph, execution, device)) {
                        return counts.total();
                    }
                };
                assertThat(run.get()).as("%s", gbfc).isEqualTo(expected);
                int pollsOfFew = polls.getAndSet(0);
                assertThat(TestDevices.withSlices(device, SHORT_NANOS, run))
                        .as("%s", gbfc)
                        .isEqualTo(expected);
                most = Math.max(most, polls.getAndSet(0) - pollsOfFew);
            }
        }
        assertThat(most).isGreaterThan(20);
        assertThat(device.liveBytes()).isZero();
        assertThat(own.liveBytes()).isZero();
    }

    /** Intersecting lists takes long in the second graph, whose ends are in several parts of a shared table. */
    static Stream<Arguments> casesOfManySlices() {
        return Stream.of(
                Arguments.of(TestGraphs.complete(150, 120), GbfcCases.all().toList()),
                Arguments.of(
                        RandomGraphs.bipartite(5, 20_000, 3_000, 60_000, 3),
                        Stream.of(GbfcCases.withTable(), GbfcCases.withOtherTables(), GbfcCases.withLowThresholds())
                                .flatMap(cases -> cases)
                                .toList()));
    }

    /** Each thread intersects ten thousand lists, which takes many short slices. */
    @Test
    void kernelThatRunsIsStoppedByCancellation() {
        NativeMemory own = new NativeMemory(1L << 30);
        try (BipartiteGraph graph = TestGraphs.complete(250, 150).toGraph(own, Workers.of(2))) {
            int whole = looks(graph, Integer.MAX_VALUE, own);
            int after = whole / 2;
            assertThat(after).isGreaterThan(10);
            assertThat(looks(graph, after, own)).isBetween(after + 1, after + 10);
            assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
            assertThat(own.liveBytes()).isEqualTo(graph.bytes());
        }
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }

    /** How often the cancellation is looked at by a run in short slices that is canceled after {@code most} looks. */
    private int looks(BipartiteGraph graph, int most, NativeMemory own) {
        AtomicInteger looks = new AtomicInteger();
        Workers workers = new Workers(2, () -> looks.incrementAndGet() > most, Progress.NONE);
        Execution execution = new Execution(own, workers, new StageTimes());
        GbfcConfig config = GbfcConfig.by(Counting.INTERSECTION, false);
        Supplier<Boolean> run = () -> {
            try (ButterflyResult counts = new GbfcAlgorithm().gpu(config).run(graph, execution, device)) {
                return counts.total().signum() > 0;
            } catch (CancellationException e) {
                return false;
            }
        };
        assertThat(TestDevices.withSlices(device, SHORT_NANOS, run)).isEqualTo(most == Integer.MAX_VALUE);
        return looks.get();
    }
}
