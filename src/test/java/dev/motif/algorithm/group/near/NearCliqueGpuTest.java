package dev.motif.algorithm.group.near;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.Algorithm;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the tests of {@link NearCliqueAlgorithmTest} on a GPU, and tests what only searches there have. */
@Tag("gpu")
class NearCliqueGpuTest extends NearCliqueAlgorithmTest {
    private static final EdgeList WIDE = RandomGraphs.uniform(150, 0.14, 3);

    private List<GpuDevice> devices = Gpus.ofThisHost().devices().subList(0, 1);

    @Override
    <R extends AutoCloseable> R run(
            Algorithm<UnipartiteGraph, NearCliqueConfig, R> algorithm,
            UnipartiteGraph graph,
            NearCliqueConfig config,
            int threads) {
        return algorithm.gpu(config).run(graph, execution(threads), devices);
    }

    private Map<Integer, BigInteger> onTheCpu(EdgeList list, NearCliqueConfig config) {
        return new NearCliqueAlgorithmTest().counted(list, config, 2);
    }

    /** A device begins with the last roots, around which there is no group here: all parts that it takes are searched. */
    @Override
    @Test
    void aDeepSearchFitsTheStack() {
        aDeepSearchFitsTheStack(700);
    }

    /** Launches end early, and the queue has few places. */
    @ParameterizedTest
    @CsvSource({"20000, 8192", "1, 1", "20000, 3", "1000000000, 1"})
    void searchesGoOnWhereALaunchHasEnded(long slice, long slots) {
        for (EdgeList list : List.of(MANY, WIDE)) {
            NearCliqueConfig config = list == MANY ? config(2, 8) : config(1, 4);
            TestDevices.withSmallLaunches(devices.get(0), slice, Map.of("queueSlots", slots), () -> {
                Map<Integer, BigInteger> counts = onTheCpu(list, config);
                assertThat(counted(list, config, 2)).isNotEmpty().isEqualTo(counts);
                assertThat(bySize(found(list, config, 2))).isEqualTo(counts);
                return null;
            });
        }
    }

    /** Two sessions, on one device or on two, share the roots. */
    @Test
    void severalDevicesFindWhatOneFinds() {
        devices = TestDevices.several();
        for (EdgeList list : List.of(MANY, WIDE)) {
            NearCliqueConfig config = list == MANY ? config(2, 8) : config(1, 4);
            Map<Integer, BigInteger> counts = onTheCpu(list, config);
            assertThat(counted(list, config, 2)).isNotEmpty().isEqualTo(counts);
            assertThat(bySize(found(list, config, 2))).isEqualTo(counts);
        }
    }
}
