package dev.motif.algorithm.group.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
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
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the tests of {@link MaximalCliqueAlgorithmTest} on a GPU, and tests what only searches there have. */
@Tag("gpu")
class MaximalCliqueGpuTest extends MaximalCliqueAlgorithmTest {
    private final BackendCase cpu = new BackendCase(Backend.CPU, 2);
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    /** A graph of hubs, which are adjacent to most others, and of others, which are adjacent to few. */
    private static EdgeList hubs(int vertices) {
        Random random = new Random(vertices);
        return CliqueGraphs.of(vertices, (u, v) -> random.nextDouble() < (u % 10 == 0 || v % 10 == 0 ? 0.5 : 0.05));
    }

    private static List<EdgeList> graphs() {
        return List.of(
                hubs(400),
                RandomGraphs.uniform(70, 0.7, 1),
                RandomGraphs.uniform(300, 0.1, 2),
                CliqueGraphs.of(24, (u, v) -> u / 3 != v / 3));
    }

    private void assertAsOnTheCpu(EdgeList list, String name) {
        MaximalCliqueConfig config = MaximalCliqueConfig.TOTALS;
        MaximalCliqueConfig each = config.forEachVertex();
        assertThat(count(list, gpu, config, MaximalCliqueAlgorithmTest::counts))
                .as(name)
                .isEqualTo(count(list, cpu, config, MaximalCliqueAlgorithmTest::counts));
        assertThat(count(list, gpu, each, MaximalCliqueAlgorithmTest::perVertex))
                .as(name)
                .isEqualTo(count(list, cpu, each, MaximalCliqueAlgorithmTest::perVertex));
        assertThat(found(list, gpu, config, Long.MAX_VALUE, 0))
                .as(name)
                .isEqualTo(found(list, cpu, config, Long.MAX_VALUE, 0));
    }

    /** Launches end early, the queue has few places, and there is room for few graphs or cliques at a time. */
    @ParameterizedTest
    @CsvSource({"50000, 8192, 1000000000000", "1, 1, 1000000000000", "20000, 3, 40000", "1000000000, 8192, 40000"})
    void searchesGoOnWhereALaunchHasEnded(long slice, long slots, long words) {
        for (EdgeList list : graphs()) {
            TestDevices.withSmallLaunches(device, slice, Map.of("queueSlots", slots, "poolWords", words), () -> {
                assertAsOnTheCpu(list, list + ", " + slice + ", " + slots + ", " + words);
                return null;
            });
        }
    }

    /** Two sessions, on one device or on two, share the roots. */
    @Test
    void severalDevicesFindWhatOneFinds() {
        List<GpuDevice> devices = TestDevices.several();
        MaximalCliqueConfig config = MaximalCliqueConfig.TOTALS.forEachVertex();
        for (EdgeList list : graphs()) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                try (MaximalCliqueResult shared =
                        new MaximalCliqueAlgorithm().gpu(config).run(graph, execution(), devices)) {
                    assertThat(counts(shared)).isEqualTo(count(list, cpu, config, MaximalCliqueAlgorithmTest::counts));
                    assertThat(perVertex(shared))
                            .isEqualTo(count(list, cpu, config, MaximalCliqueAlgorithmTest::perVertex));
                }
                for (int topK : new int[] {0, 1, 9}) {
                    List<String> all = new ArrayList<>();
                    try (FoundGroups<int[]> found = new FoundCliquesAlgorithm()
                            .gpu(new FoundCliquesConfig(
                                    MaximalCliqueConfig.TOTALS, new GroupChoice(Long.MAX_VALUE, topK, 1)))
                            .run(graph, execution(), devices)) {
                        found.forEachRemaining(clique -> all.add(Arrays.toString(clique)));
                    }
                    assertThat(topK > 0 ? all : all.stream().sorted().toList())
                            .isEqualTo(found(list, cpu, MaximalCliqueConfig.TOTALS, Long.MAX_VALUE, topK));
                }
            }
        }
    }

    private Execution execution() {
        return new Execution(memory, Workers.of(2), new StageTimes());
    }
}
