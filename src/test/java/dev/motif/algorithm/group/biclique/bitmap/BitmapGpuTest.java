package dev.motif.algorithm.group.biclique.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SizeHistogram.Entry;
import dev.motif.algorithm.group.biclique.search.ListSearchGpu;
import dev.motif.algorithm.group.biclique.search.SearchGpu;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the search by bitmaps with so little room and time that its rare ways are common. */
@LeavesNothing
@Tag("gpu")
class BitmapGpuTest {
    private static final MaximalBicliqueConfig CONFIG = MaximalBicliqueConfig.TOTALS;
    private static final String FRAMES = "maximal_frames_per_block";
    private static final String TREES = "maximal_subtrees_per_warp";
    private static final long SIZES = 1 << 16;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    private Execution execution() {
        return new Execution(memory, Workers.of(2), new StageTimes());
    }

    private List<Entry> onCpu(BipartiteGraph graph, MaximalBicliqueConfig config) {
        try (MaximalBicliqueResult counts = new MaximalBicliqueAlgorithm().cpu(graph, config, execution())) {
            return counts.sizes();
        }
    }

    private List<Entry> onGpu(BipartiteGraph graph, MaximalBicliqueConfig config) {
        try (MaximalBicliqueResult counts =
                new MaximalBicliqueAlgorithm().gpu(config).run(graph, execution(), device)) {
            return counts.sizes();
        }
    }

    /** Counts with room for frames of {@code poolBytes} bytes in a round. */
    private List<Entry> inRounds(BipartiteGraph graph, long poolBytes) {
        GraphSize size = GraphSize.of(graph);
        long bytes = SearchGpu.bytes(size, CONFIG, SIZES)
                + ListSearchGpu.bytes(device, size)
                + BitmapGpu.bytes(device, size);
        try (GpuSession session = device.open(
                DeviceRankedGraph.key(graph),
                bytes,
                DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges()),
                Workers.of(2))) {
            SearchGpu search = new SearchGpu(session, graph, CONFIG, Pruning.NONE, null, SIZES, execution());
            search.prepare();
            new BitmapGpu(
                            session,
                            device,
                            search,
                            () -> new ListSearchGpu(session, device, search),
                            Participant.whole(),
                            execution(),
                            poolBytes)
                    .search();
            return search.sizes().entries();
        }
    }

    /**
     * Warps leave a launch while others of it end the round: their tickets must not count in the next round. There are
     * about 200 rounds a search, and each ends in the middle of a launch.
     */
    @Test
    void manyRoundsOfShortLaunchesFindAll() {
        EdgeList list = RandomGraphs.bipartite(7, 3000, 3000, 60_000, 1);
        AtomicInteger launches = new AtomicInteger();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            List<Entry> expected = onCpu(graph, CONFIG);
            for (int run = 0; run < 15; run++) {
                List<Entry> found = TestDevices.withLaunches(
                        device,
                        (session, kernel, arguments) -> launches.addAndGet(kernel.equals(TREES) ? 1 : 0),
                        () -> TestDevices.withSlices(device, 50_000, () -> inRounds(graph, 1 << 17)));
                assertThat(found).as("run %d", run).isEqualTo(expected);
            }
        }
        System.out.println("launches of " + TREES + ": " + launches);
        assertThat(launches.get()).isGreaterThan(2000);
    }

    /** All blocks reserve room for branches at the same time, of which there is too little in ever other ways. */
    @Test
    void tooLittleRoomForBranchesChangesNothing() {
        EdgeList list = RandomGraphs.bipartite(8, 100, 20_000, 100_000, 1);
        MaximalBicliqueConfig config = CONFIG.with(Side.LEFT);
        Random random = new Random(1);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            List<Entry> expected = onCpu(graph, config);
            for (int run = 0; run < 100; run++) {
                long branches = 50 + random.nextInt(3000);
                long words = 500 + random.nextInt(150_000);
                TestDevices.LaunchChange little = (session, kernel, arguments) -> {
                    if (kernel.equals(FRAMES)) {
                        arguments.put("branchCount", branches);
                        arguments.put("listWords", words);
                        // All rows of 512 bits or more count as sparse, so they become branches if there is room.
                        arguments.put("sparseRatio", 0L);
                    }
                };
                assertThat(TestDevices.withLaunches(device, little, () -> onGpu(graph, config)))
                        .as("%d branches, %d words", branches, words)
                        .isEqualTo(expected);
            }
        }
    }
}
