package dev.motif.algorithm.similar.neighbors.oriented;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Result;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Algorithm;
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
public class CommonNeighborsPassesGpuTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 34);

    protected Stream<Counting<?>> countings() {
        return Stream.of(CommonNeighborsCases.counting(false));
    }

    protected Stream<Counting<?>> ofLarge() {
        return countings();
    }

    /** Counts in passes over parts of at most {@code slotsPerPart} slots. */
    protected OffHeapInts count(
            UnipartiteGraph graph, Counting<?> counting, Execution execution, GpuDevice device, long slotsPerPart) {
        return OrientedPassesGpu.count(graph, execution, List.of(device), slotsPerPart);
    }

    /** The length of the longest row that the algorithm intersects. */
    protected long longestRow(UnipartiteGraph graph, NativeMemory memory) {
        try (OrientedGraph oriented = OrientedGraph.byDegree(graph, EdgeNumbers.NONE, memory, Workers.of(2))) {
            return Math.max(1, oriented.maxDegree());
        }
    }

    private Execution execution(Progress progress) {
        return new Execution(memory, new Workers(3, Cancellation.NEVER, progress), new StageTimes());
    }

    @ParameterizedTest
    @MethodSource("countings")
    void randomGraphsAgreeWithTheDefinitionInPassesOfAnySize(Counting<?> counting) {
        long several = 0;
        for (long seed = 0; seed < 100; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            StageProgress passes;
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
                passes = new StageProgress(counting.stage(graph));
                long longest = longestRow(graph, memory);
                long slots = longest + (seed % 3 == 0 ? 0 : new Random(seed).nextLong(2 * graph.edgeCount() + 1));
                try (OffHeapInts counts = count(graph, counting, execution(passes), device, slots)) {
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
    @MethodSource("ofLarge")
    void kroneckerGraphInPassesCountsAsInOne(Counting<?> counting) {
        try (LoadedGraph loaded =
                Generators.parse("kronecker,scale=18,edgefactor=16,seed=1").build(memory, Workers.of(3))) {
            inPassesAsInOne(counting, (UnipartiteGraph) loaded.graph());
        }
    }

    private <C> void inPassesAsInOne(Counting<C> counting, UnipartiteGraph graph) {
        Algorithm<UnipartiteGraph, C, CommonNeighborsResult> algorithm = counting.algorithm();
        C config = counting.config();
        Backend.Choice whole = Backend.GPU.choose(algorithm, GraphSize.of(graph), config);
        assertThat(whole.reason()).doesNotContain("passes");
        try (CommonNeighborsResult expected = algorithm.run(whole, graph, config, execution(Progress.NONE))) {
            TestDevices.withLimit(device, graph.bytes() / 4, () -> {
                StageProgress passes = new StageProgress(counting.stage(graph));
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

    @ParameterizedTest
    @MethodSource("countings")
    void cancelledBetweenPassesLeavesNothing(Counting<?> counting) {
        EdgeList list = CommonNeighborsAlgorithmTest.skewed(1, 400, 8000, 2);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
            StageProgress passes = new StageProgress(counting.stage(graph));
            Workers workers = new Workers(2, () -> passes.done() == 3, passes);
            long slots = longestRow(graph, memory) + 100;
            Execution execution = new Execution(memory, workers, new StageTimes());
            assertThatThrownBy(() ->
                            count(graph, counting, execution, device, slots).close())
                    .isInstanceOf(CancellationException.class);
            assertThat(passes.done()).isEqualTo(3);
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }
}
