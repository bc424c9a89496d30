package dev.motif.algorithm.commonneighbors.ktruss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.kclique.CliqueGraphs;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link KTrussAlgorithmTest} on a GPU, and others for each way to peel there. */
@Tag("gpu")
class KTrussAlgorithmGpuTest extends KTrussAlgorithmTest {
    private static final BackendCase CPU =
            new BackendCase(Backend.CPU, Runtime.getRuntime().availableProcessors());
    private static final BackendCase GPU = new BackendCase(Backend.GPU, 2);

    /** Two blocks that come back often. */
    private static final TestPeelings SLICED = new TestPeelings(2, KernelAbi.PEEL_SHIFT, 0, 1_000_000);

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<TestPeelings> ways() {
        return TestPeelings.all();
    }

    static Stream<DataSet> dataSets() {
        return DataSets.unipartite();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyWayToPeelGivesTheNumbersOfTheCpu(TestPeelings way) {
        for (long seed = 0; seed < 12; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            assertThat(way.with(() -> trusses(list, GPU))).as("seed %d", seed).isEqualTo(trusses(list, CPU));
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numbersAreThoseOfTheCpu(DataSet set) {
        EdgeList list = set.read();
        List<Long> expected = trusses(list, CPU);
        assertThat(trusses(list, GPU)).isEqualTo(expected);
        if (list.edges().size() < 100_000) {
            assertThat(SLICED.with(() -> trusses(list, GPU))).as("in slices").isEqualTo(expected);
        }
    }

    @Test
    void nothingMoreIsAllocatedThanEstimated() {
        try (UnipartiteGraph graph = RandomGraphs.unipartite(7).toUnipartiteGraph(memory, GPU.workers())) {
            long estimated = new KTrussAlgorithm()
                    .gpu(new KTrussConfig())
                    .estimate(device, GraphSize.of(graph))
                    .offHeap()
                    .maxBytes();
            memory.resetPeak();
            GPU.run(new KTrussAlgorithm(), graph, new KTrussConfig(), memory).close();
            assertThat(memory.peakBytes() - graph.bytes()).isEqualTo(estimated);
        }
    }

    @Test
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled() {
        try (UnipartiteGraph graph = CliqueGraphs.complete(40).toUnipartiteGraph(memory, Workers.of(2))) {
            long hostBytes = memory.liveBytes();
            int allowed = 0;
            while (isCancelled(graph, allowed)) {
                assertThat(memory.liveBytes()).isEqualTo(hostBytes);
                assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
                allowed++;
            }
            assertThat(allowed).isPositive();
        }
        assertThat(device.liveBytes()).isZero();
    }

    private boolean isCancelled(UnipartiteGraph graph, int allowed) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowed, Progress.NONE);
        try (KTrussResult found = new KTrussAlgorithm()
                .gpu(new KTrussConfig())
                .run(graph, new Execution(memory, workers, new StageTimes()), device)) {
            assertThat(found.levels()).isEqualTo(1);
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }
}
