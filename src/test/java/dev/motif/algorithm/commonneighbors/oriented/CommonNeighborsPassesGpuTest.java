package dev.motif.algorithm.commonneighbors.oriented;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.commonneighbors.CommonNeighborsCases;
import dev.motif.algorithm.commonneighbors.CommonNeighborsCases.Result;
import dev.motif.algorithm.commonneighbors.lists.ListsGpu;
import dev.motif.algorithm.commonneighbors.model.BmpConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig.PassMemory;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.StageProgress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests graphs larger than the device, or than the memory that a test allows it. */
@LeavesNothing
@Tag("gpu")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommonNeighborsPassesGpuTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 34);

    private static StageProgress passes(CommonNeighborsConfig config) {
        return new StageProgress(CommonNeighborsAlgorithm.counting(config));
    }

    static Stream<CommonNeighborsConfig> configs() {
        return Stream.of(
                CommonNeighborsConfig.oriented(false),
                CommonNeighborsConfig.of(new MpsConfig(3, false, 2, true)),
                CommonNeighborsConfig.of(new MpsConfig(50, false, 4, false)),
                CommonNeighborsConfig.of(BmpConfig.ALL),
                CommonNeighborsConfig.of(MpsConfig.ALL).with(PassMemory.UNIFIED),
                CommonNeighborsConfig.of(BmpConfig.ALL).with(PassMemory.UNIFIED),
                CommonNeighborsConfig.of(new BmpConfig(false, true, 64, 32, false)));
    }

    static Stream<CommonNeighborsConfig> large() {
        return Stream.of(
                CommonNeighborsConfig.oriented(false),
                CommonNeighborsConfig.of(MpsConfig.ALL),
                CommonNeighborsConfig.of(MpsConfig.ALL).with(PassMemory.UNIFIED));
    }

    private Execution execution(Progress progress) {
        return new Execution(memory, new Workers(3, Cancellation.NEVER, progress), new StageTimes());
    }

    private OffHeapInts count(
            UnipartiteGraph graph, CommonNeighborsConfig config, Execution execution, long slotsPerPart) {
        return config.isOriented()
                ? OrientedPassesGpu.count(graph, execution, List.of(device), slotsPerPart)
                : new ListsGpu(graph, config, execution, device, slotsPerPart).count();
    }

    /** The length of the longest row that the algorithm intersects: of the oriented graph or of the adjacency. */
    private long longestRow(UnipartiteGraph graph, CommonNeighborsConfig config) {
        long longest = 1;
        if (config.isOriented()) {
            try (OrientedGraph oriented = OrientedGraph.byDegree(graph, EdgeNumbers.NONE, memory, Workers.of(2))) {
                return Math.max(longest, oriented.maxDegree());
            }
        }
        for (int v = 0; v < graph.vertexCount(); v++) {
            longest = Math.max(longest, graph.adjacency().degree(v));
        }
        return longest;
    }

    @ParameterizedTest
    @MethodSource("configs")
    void randomGraphsAgreeWithTheDefinitionInPassesOfAnySize(CommonNeighborsConfig config) {
        long several = 0;
        for (long seed = 0; seed < 100; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            StageProgress passes = passes(config);
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
                long longest = longestRow(graph, config);
                long slots = longest + (seed % 3 == 0 ? 0 : new Random(seed).nextLong(2 * graph.edgeCount() + 1));
                try (OffHeapInts counts = count(graph, config, execution(passes), slots)) {
                    assertThat(CommonNeighborsCases.values(counts))
                            .as("seed %d, %d slots: %s", seed, slots, list)
                            .isEqualTo(Result.byDefinition(list).edges());
                }
            }
            several += passes.volume() > 1 ? 1 : 0;
            assertThat(passes.done()).isGreaterThanOrEqualTo(passes.volume());
        }
        assertThat(several).isGreaterThan(40);
    }

    /** Chooses the backend and runs, as a call does, on a device with a quarter of the memory of the graph. */
    @ParameterizedTest
    @MethodSource("large")
    void kroneckerGraphInPassesCountsAsInOne(CommonNeighborsConfig config) {
        CommonNeighborsAlgorithm algorithm = new CommonNeighborsAlgorithm();
        try (LoadedGraph loaded =
                Generators.parse("kronecker,scale=18,edgefactor=16,seed=1").build(memory, Workers.of(3))) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            GraphSize size = GraphSize.of(graph);
            Backend.Choice whole = Backend.GPU.choose(algorithm, size, config);
            assertThat(whole.reason()).doesNotContain("passes");
            try (CommonNeighborsResult expected = algorithm.run(whole, graph, config, execution(Progress.NONE))) {
                TestDevices.withLimit(device, graph.bytes() / 4, () -> {
                    StageProgress passes = passes(config);
                    Backend.Choice choice = Backend.GPU.choose(algorithm, graph, config, 2, TestDevices.only(device));
                    assertThat(choice.reason()).contains("passes");
                    try (CommonNeighborsResult counts = algorithm.run(choice, graph, config, execution(passes))) {
                        for (long edge = 0; edge < graph.edgeCount(); edge++) {
                            assertThat(counts.edges().get(edge))
                                    .isEqualTo(expected.edges().get(edge));
                        }
                    }
                    assertThat(passes.done()).isGreaterThan(10).isEqualTo(passes.volume());
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("configs")
    void cancelledBetweenPassesLeavesNothing(CommonNeighborsConfig config) {
        EdgeList list = CommonNeighborsAlgorithmTest.skewed(1, 400, 8000, 2);
        StageProgress passes = passes(config);
        Workers workers = new Workers(2, () -> passes.done() == 3, passes);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
            long slots = longestRow(graph, config) + 100;
            Execution execution = new Execution(memory, workers, new StageTimes());
            assertThatThrownBy(() -> count(graph, config, execution, slots).close())
                    .isInstanceOf(CancellationException.class);
            assertThat(passes.done()).isEqualTo(3);
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }
}
