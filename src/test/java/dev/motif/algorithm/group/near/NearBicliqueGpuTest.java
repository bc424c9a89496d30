package dev.motif.algorithm.group.near;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.Algorithm;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the tests of {@link NearBicliqueAlgorithmTest} on a GPU, and tests what only searches there have. */
@Tag("gpu")
class NearBicliqueGpuTest extends NearBicliqueAlgorithmTest {
    private static final EdgeList WIDE = RandomGraphs.bipartite(4, 90, 70, 1000, 1);

    private List<GpuDevice> devices = Gpus.ofThisHost().devices().subList(0, 1);

    @Override
    <R extends AutoCloseable> R run(
            Algorithm<BipartiteGraph, NearBicliqueConfig, R> algorithm,
            BipartiteGraph graph,
            NearBicliqueConfig config,
            int threads) {
        return algorithm.gpu(config).run(graph, execution(threads), devices);
    }

    private void assertAsOnTheCpu(EdgeList list, NearBicliqueConfig config) {
        List<SizeHistogram.Entry> sizes =
                new NearBicliqueAlgorithmTest().counted(list, config, 2).sizes();
        assertThat(counted(list, config, 2).sizes()).isNotEmpty().isEqualTo(sizes);
        assertThat(sizes(found(list, config, 2))).isEqualTo(sizes);
    }

    /** Launches end early, and the queue has few places. */
    @ParameterizedTest
    @CsvSource({"20000, 8192", "1, 1", "20000, 3", "1000000000, 1"})
    void searchesGoOnWhereALaunchHasEnded(long slice, long slots) {
        TestDevices.withSmallLaunches(devices.get(0), slice, Map.of("queueSlots", slots), () -> {
            assertAsOnTheCpu(MANY, config(1, 6, 5));
            assertAsOnTheCpu(WIDE, config(1, 3, 3));
            return null;
        });
    }

    /** Two sessions, on one device or on two, share the roots. */
    @Test
    void severalDevicesFindWhatOneFinds() {
        devices = TestDevices.several();
        assertAsOnTheCpu(MANY, config(1, 6, 5));
        assertAsOnTheCpu(WIDE, config(1, 3, 3));
    }
}
