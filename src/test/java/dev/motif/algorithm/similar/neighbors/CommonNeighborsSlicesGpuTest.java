package dev.motif.algorithm.similar.neighbors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.oriented.OrientedPassesGpu;
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
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests counts whose kernels end after a short time, and go on where they were in the next launch. */
@LeavesNothing
@Tag("gpu")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class CommonNeighborsSlicesGpuTest {
    /** The time of a launch: far less than the kernels need. */
    private static final long SHORT_NANOS = 10_000;

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final AtomicInteger polls = new AtomicInteger();

    protected Stream<Counting<?>> countings() {
        return Stream.of(CommonNeighborsCases.counting(false));
    }

    /** Counts in passes over parts of at most {@code slotsPerPart} slots. */
    protected OffHeapInts inPasses(
            UnipartiteGraph graph, Counting<?> counting, Execution execution, GpuDevice device, long slotsPerPart) {
        return OrientedPassesGpu.count(graph, execution, List.of(device), slotsPerPart);
    }

    @BeforeEach
    void countAnew() {
        polls.set(0);
    }

    private Execution execution() {
        Workers workers = new Workers(2, () -> polls.incrementAndGet() < 0, Progress.NONE);
        return new Execution(memory, workers, new StageTimes());
    }

    private List<Integer> count(UnipartiteGraph graph, Counting<?> counting) {
        try (CommonNeighborsResult counts = run(graph, counting)) {
            return CommonNeighborsCases.values(counts.edges());
        }
    }

    private CommonNeighborsResult run(UnipartiteGraph graph, Counting<?> counting) {
        return counting.run(graph, execution(), device);
    }

    private List<Integer> expected(UnipartiteGraph graph) {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (CommonNeighborsResult counts =
                new CommonNeighborsAlgorithm().cpu(graph, CommonNeighborsConfig.oriented(false), execution)) {
            return CommonNeighborsCases.values(counts.edges());
        }
    }

    @ParameterizedTest
    @MethodSource("countings")
    void launchesOfShortSlicesCountTheSame(Counting<?> counting) {
        try (LoadedGraph loaded =
                Generators.parse("kronecker,scale=15,edgefactor=16,seed=1").build(memory, Workers.of(2))) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            List<Integer> expected = expected(graph);
            assertThat(count(graph, counting)).isEqualTo(expected);
            int pollsOfFew = polls.getAndSet(0);
            assertThat(TestDevices.withSlices(device, SHORT_NANOS, () -> count(graph, counting)))
                    .isEqualTo(expected);
            assertThat(polls.get()).isGreaterThan(pollsOfFew + 3);
        }
    }

    /** Blocks take all vertices: the first ones with bitmaps, the others with hash tables. */
    @Test
    void blocksWithHashTablesGoOn() {
        try (LoadedGraph loaded =
                Generators.parse("gnm,n=80000,edges=12000000,seed=1").build(memory, Workers.of(2))) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            Counting<?> counting = CommonNeighborsCases.counting(false);
            try (CommonNeighborsResult expected = run(graph, counting)) {
                int pollsOfFew = polls.getAndSet(0);
                try (CommonNeighborsResult counts =
                        TestDevices.withSlices(device, SHORT_NANOS, () -> run(graph, counting))) {
                    assertThat(counts.triangles()).isPositive().isEqualTo(expected.triangles());
                    long same = LongStream.range(0, graph.edgeCount())
                            .filter(edge ->
                                    counts.edges().get(edge) == expected.edges().get(edge))
                            .count();
                    assertThat(same).isEqualTo(graph.edgeCount());
                }
                assertThat(polls.get()).isGreaterThan(pollsOfFew + 20);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("countings")
    void passesOfShortSlicesCountTheSame(Counting<?> counting) {
        try (LoadedGraph loaded =
                Generators.parse("kronecker,scale=11,edgefactor=24,seed=2").build(memory, Workers.of(2))) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            List<Integer> expected = expected(graph);
            long slotsPerPart = graph.edgeCount() / 2;
            Supplier<OffHeapInts> run = () -> inPasses(graph, counting, execution(), device, slotsPerPart);
            try (OffHeapInts counts = TestDevices.withSlices(device, SHORT_NANOS, run)) {
                assertThat(CommonNeighborsCases.values(counts)).isEqualTo(expected);
            }
        }
    }
}
