package dev.motif.algorithm.group.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the tests of {@link BicliqueListTest} on a GPU, and tests what only searches there have. */
@Tag("gpu")
class BicliqueListGpuTest extends BicliqueListTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }

    @Override
    long searching() {
        return 64 << 20;
    }

    private static List<EdgeList> graphs() {
        return List.of(TestGraphs.crown(9), TestGraphs.complete(8, 7), RandomGraphs.bipartite(3));
    }

    private List<String> onTheCpu(BipartiteGraph graph, int p, int q) {
        return all(new BicliqueListAlgorithm().cpu(graph, new BicliqueListConfig(p, q), execution()));
    }

    private List<String> onTheGpu(BipartiteGraph graph, int p, int q, List<GpuDevice> devices) {
        return all(new BicliqueListAlgorithm().gpu(new BicliqueListConfig(p, q)).run(graph, execution(), devices));
    }

    /** All that are left, sorted, as texts. */
    private static List<String> all(Bicliques bicliques) {
        List<String> all = new ArrayList<>();
        try (bicliques) {
            bicliques.forEachRemaining(biclique -> all.add(Sides.of(biclique).toString()));
        }
        return all.stream().sorted().toList();
    }

    private Execution execution() {
        return new Execution(memory, Workers.of(2), new StageTimes());
    }

    /** Launches end early, the queue has few places, and there is room for few leaves at a time. */
    @ParameterizedTest
    @CsvSource({"50000, 8192, 500", "20000, 1, 500", "1000000000, 3, 200"})
    void searchesGoOnWhereALaunchHasEnded(long slice, long slots, long outputWords) {
        for (EdgeList list : graphs()) {
            for (int p = 2; p <= 4; p++) {
                for (int q = 2; q <= 4; q++) {
                    int left = p;
                    int right = q;
                    try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                        List<String> found = TestDevices.withSmallLaunches(
                                device,
                                slice,
                                Map.of("queueSlots", slots, "outputWords", outputWords),
                                () -> onTheGpu(graph, left, right, List.of(device)));
                        assertThat(found).as("(%d,%d) of %s", p, q, list).isEqualTo(onTheCpu(graph, p, q));
                    }
                }
            }
        }
    }

    /** Two sessions, on one device or on two, share the roots. */
    @Test
    void severalDevicesFindWhatOneFinds() {
        for (EdgeList list : graphs()) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                assertThat(onTheGpu(graph, 3, 2, TestDevices.several())).isEqualTo(onTheCpu(graph, 3, 2));
            }
        }
    }
}
