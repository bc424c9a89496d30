package dev.motif.algorithm.count.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.Backend;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the search with pivots with a short queue, few local graphs at once, and a small table of kinds of leaves. */
@LeavesNothing
@Tag("gpu")
class BicliqueTablesGpuTest {
    private static final long SLICE_NANOS = 20_000;
    private static final int QUEUE_SLOTS = 8;
    private static final long ARENA_WORDS = 8000;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final BackendCase cpu = new BackendCase(Backend.CPU, 2);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    static Stream<EdgeList> graphs() {
        return Stream.of(
                TestGraphs.complete(6, 9),
                TestGraphs.crown(9),
                TestGraphs.star(40),
                RandomGraphs.bipartite(7, 120, 50, 1200, 2),
                RandomGraphs.bipartite(1, 40, 40, 800, 1),
                RandomGraphs.bipartite(3, 60, 60, 2500, 1),
                RandomGraphs.bipartite(2, 300, 200, 3000, 2));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shortQueueAndManyBatchesCountTheSame(EdgeList list) {
        TestDevices.LaunchChange little = (session, kernel, arguments) -> {
            arguments.computeIfPresent("queueSlots", (name, slots) -> QUEUE_SLOTS);
            if (kernel.equals("biclique_local_graphs_per_block")) {
                arguments.computeIfPresent("arenaWords", (name, words) -> Math.min((long) words, ARENA_WORDS));
            }
        };
        for (int size = 2; size <= 4; size++) {
            BicliqueConfig config = BicliqueConfig.total(size, size).with(Technique.PIVOT);
            assertThat(TestDevices.withLaunches(
                            device,
                            little,
                            () -> TestDevices.withSlices(
                                    device, SLICE_NANOS, () -> BicliqueValues.of(list, config, gpu, memory))))
                    .as("size %d", size)
                    .isEqualTo(BicliqueValues.of(list, config, cpu, memory));
        }
    }

    /** The counts of all sizes up to 5, by kinds of leaves, for which there are {@code slots} places. */
    private List<BigInteger> table(EdgeList list, BackendCase backend, long slots) {
        BicliqueConfig config = BicliqueConfig.of(5, 5, Result.TABLE).with(Technique.PIVOT);
        TestDevices.LaunchChange few = (session, kernel, arguments) -> {
            if (kernel.equals("biclique_kinds_per_warp")) {
                arguments.put("slots", slots);
            }
        };
        return TestDevices.withLaunches(device, few, () -> {
            List<BigInteger> counts = new ArrayList<>();
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                    BicliqueResult table = backend.run(new BicliqueAlgorithm(), graph, config, memory)) {
                for (int p = 1; p <= 5; p++) {
                    for (int q = 1; q <= 5; q++) {
                        counts.add(table.count(p, q));
                    }
                }
            }
            return counts;
        });
    }

    /** A table of kinds is read and cleared as often as it is half full; one that overflows is an error and no wrong count. */
    @Test
    void kindsOfLeavesAreCountedOrRefused() {
        EdgeList list = RandomGraphs.bipartite(5, 150, 150, 9000, 1);
        List<BigInteger> expected = table(list, cpu, 0);
        assertThat(table(list, gpu, 1 << 18)).isEqualTo(expected);
        for (long slots = 1 << 14; slots > 8; slots /= 2) {
            List<BigInteger> found;
            try {
                found = table(list, gpu, slots);
            } catch (ArithmeticException e) {
                assertThat(e).hasMessageContaining("too many kinds of leaves");
                continue;
            }
            assertThat(found).as("%d slots", slots).isEqualTo(expected);
        }
        assertThatThrownBy(() -> table(list, gpu, 8))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("too many kinds of leaves");
    }
}
