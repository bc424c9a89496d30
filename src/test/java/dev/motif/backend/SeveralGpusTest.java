package dev.motif.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests hosts with several GPUs. */
@LeavesNothing
@Tag("gpu")
class SeveralGpusTest {
    private static final int CALLS = 200;
    private static final int AT_ONCE = 16;

    private final List<GpuDevice> devices = Gpus.ofThisHost().devices();
    private final NativeMemory memory = new NativeMemory(1L << 33);
    private final ButterflyAlgorithm butterflies = new ButterflyAlgorithm();
    private final ButterflyConfig config = new ButterflyConfig(true, true);
    private BipartiteGraph graph;
    private BigInteger expected;

    @BeforeEach
    void makeGraph() {
        assumeTrue(devices.size() > 1, "a host with a single GPU");
        EdgeList list = RandomGraphs.bipartite(1, 3000, 2000, 60_000, 2);
        graph = list.toGraph(memory, Workers.of(2));
        try (ButterflyResult counts = run(Backend.CPU.choose(butterflies, graph, config))) {
            expected = counts.total();
        }
    }

    @AfterEach
    void nothingStaysAllocated() {
        if (graph != null) {
            graph.close();
        }
        for (GpuDevice device : devices) {
            assertThat(device.liveBytes()).as("%s", device.info()).isZero();
            assertThat(device.reservedBytes()).as("%s", device.info()).isZero();
        }
    }

    private ButterflyResult run(Backend.Choice choice) {
        return butterflies.run(choice, graph, config, new Execution(memory, Workers.of(2), new StageTimes()));
    }

    private GpuDevice count() {
        Backend.Choice choice = Backend.GPU.choose(butterflies, graph, config);
        try (ButterflyResult counts = run(choice)) {
            assertThat(counts.total()).isEqualTo(expected);
        }
        return choice.device();
    }

    @Test
    void callsGoWhereTheCopyOfTheGraphIs() {
        GpuDevice first = count();
        assertThat(first.copies().bytesOf(graph)).isPositive();
        for (int call = 0; call < 3; call++) {
            assertThat(count()).isSameAs(first);
        }
        assertThat(Gpus.copiedBytes(graph)).isEqualTo(first.copies().bytesOf(graph));
    }

    @Test
    void callsLeaveABusyDeviceEvenWithACopy() {
        GpuDevice first = count();
        GpuDevice second;
        try (GpuSession busy = first.open(1 << 20, Workers.of(1))) {
            second = count();
        }
        assertThat(second).isNotSameAs(first);
        assertThat(second.copies().bytesOf(graph)).isPositive();
    }

    @Test
    void callsAtOnceAreSpreadAndExact() {
        Set<GpuDevice> used = ConcurrentHashMap.newKeySet();
        // Waits for all calls also when one fails: the graph is closed after this.
        Workers.of(AT_ONCE).forRanges(CALLS, 1, (worker, from, to) -> used.add(count()));
        assertThat(used).hasSameSizeAs(devices);
    }
}
