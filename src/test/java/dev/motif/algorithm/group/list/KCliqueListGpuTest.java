package dev.motif.algorithm.group.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the tests of {@link KCliqueListTest} on a GPU, and tests what only searches there have. */
@Tag("gpu")
class KCliqueListGpuTest extends KCliqueListTest {
    private static final List<EdgeList> GRAPHS =
            List.of(RandomGraphs.uniform(60, 0.5, 1), RandomGraphs.uniform(300, 0.1, 2));

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }

    @Override
    long searching() {
        return 64 << 20;
    }

    private List<String> onTheCpu(UnipartiteGraph graph, int k) {
        return all(new KCliqueListAlgorithm().cpu(graph, new KCliqueListConfig(k), execution()));
    }

    private List<String> onTheGpu(UnipartiteGraph graph, int k, List<GpuDevice> devices) {
        return all(new KCliqueListAlgorithm().gpu(new KCliqueListConfig(k)).run(graph, execution(), devices));
    }

    /** All that are left, sorted, as texts. */
    private static List<String> all(SearchStream<int[]> cliques) {
        List<String> all = new ArrayList<>();
        try (cliques) {
            cliques.forEachRemaining(clique -> all.add(Arrays.toString(clique)));
        }
        return all.stream().sorted().toList();
    }

    private Execution execution() {
        return new Execution(memory, Workers.of(2), new StageTimes());
    }

    /** Launches end early, the queue has few places, and there is room for few graphs or cliques at a time. */
    @ParameterizedTest
    @CsvSource({"50000, 8192, 100000, 1000", "1, 1, 100000, 1000", "1000000000, 3, 40000, 600"})
    void searchesGoOnWhereALaunchHasEnded(long slice, long slots, long poolWords, long outputWords) {
        for (EdgeList list : GRAPHS) {
            for (int k = 2; k <= 6; k++) {
                int size = k;
                try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                    List<String> found = TestDevices.withSmallLaunches(
                            device,
                            slice,
                            Map.of("queueSlots", slots, "poolWords", poolWords, "outputWords", outputWords),
                            () -> onTheGpu(graph, size, List.of(device)));
                    assertThat(found).as("%d-cliques of %s", k, list).isEqualTo(onTheCpu(graph, k));
                }
            }
        }
    }

    /** Two sessions, on one device or on two, share the roots. */
    @Test
    void severalDevicesFindWhatOneFinds() {
        for (EdgeList list : GRAPHS) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                assertThat(onTheGpu(graph, 4, TestDevices.several())).isEqualTo(onTheCpu(graph, 4));
            }
        }
    }
}
