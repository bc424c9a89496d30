package dev.motif.algorithm.count.butterfly.priority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.backend.Backend;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts with tables in shared memory so small that most ends are counted beyond them, all of them in blocks. */
@LeavesNothing
@Tag("gpu")
class ButterflyTablesGpuTest {
    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final BackendCase cpu = new BackendCase(Backend.CPU, 2);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    /**
     * The sizes of a block's tables.
     *
     * @param spillWords the most words of the counters beyond shared memory; 0 for as many as there are
     */
    private record Tables(int tableWords, int hashWords, long spillWords) {
        TestDevices.LaunchChange change() {
            return (session, kernel, arguments) -> {
                if (kernel.endsWith("_per_block") && arguments.containsKey("hashWords")) {
                    arguments.put("tableWords", tableWords);
                    arguments.put("hashWords", hashWords);
                    arguments.computeIfPresent(
                            "spillWords",
                            (name, words) -> spillWords == 0 ? words : (Object) Math.min((Long) words, spillWords));
                    // The second kind of blocks takes what warps would take.
                    arguments.computeIfPresent(
                            "keyTo",
                            (name, to) -> arguments.get("keyFrom").equals(0) ? to : (Object) KernelAbi.WORK_KEY_IDLE);
                } else if (kernel.endsWith("_per_warp") && arguments.containsKey("maxSlots")) {
                    arguments.put("keyFrom", KernelAbi.WORK_KEY_IDLE);
                }
            };
        }
    }

    static Stream<EdgeList> graphs() {
        return Stream.of(
                TestGraphs.star(40),
                TestGraphs.complete(5, 9),
                TestGraphs.complete(40, 300),
                TestGraphs.crown(60),
                RandomGraphs.bipartite(7, 400, 150, 4000, 2),
                RandomGraphs.bipartite(1, 3000, 2000, 60_000, 1),
                RandomGraphs.bipartite(2, 20_000, 3000, 60_000, 2),
                RandomGraphs.bipartite(3, 100, 60_000, 200_000, 1.5));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void smallTablesCountTheSame(EdgeList list) {
        ButterflyValues expected = ButterflyValues.of(list, ButterflyValues.EVERYTHING, cpu, memory);
        for (Tables tables : new Tables[] {
            new Tables(128, 32, 0), new Tables(128, 32, 64), new Tables(256, 64, 128), new Tables(128, 1024, 64)
        }) {
            assertThat(TestDevices.withLaunches(
                            device,
                            tables.change(),
                            () -> ButterflyValues.of(list, ButterflyValues.EVERYTHING, gpu, memory)))
                    .as("%s", tables)
                    .isEqualTo(expected);
            assertThat(TestDevices.withLaunches(
                                    device,
                                    tables.change(),
                                    () -> ButterflyValues.of(list, ButterflyConfig.TOTAL, gpu, memory))
                            .total())
                    .as("%s", tables)
                    .isEqualTo(expected.total());
        }
    }
}
