package dev.motif.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.AlgorithmCase;
import dev.motif.algorithm.MoreCases;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.group.biclique.MaximalBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.choice.FoundGroups;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests calls that need the device memory of others which do not end by themselves: results that nobody reads, and
 * sessions. All run on one thread, as calls of one query do, so waiting for the other call would take for ever.
 */
@LeavesNothing
@Tag("gpu")
@Timeout(300)
class SharedDeviceGpuTest {
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 31);

    private static Execution execution(NativeMemory memory) {
        return new Execution(memory, Workers.of(2), new StageTimes());
    }

    private FoundGroups<Biclique> stream(BipartiteGraph graph, NativeMemory found) {
        return new MaximalBicliqueStreamAlgorithm()
                .gpu(new MaximalBicliqueStreamConfig(MaximalBicliqueConfig.TOTALS, Long.MAX_VALUE))
                .run(graph, execution(found), device);
    }

    private void useAllOfTheDevice() {
        try (GpuSession everything = device.open(device.limitBytes(), Workers.of(1))) {
            assertThat(device.reservedBytes()).isEqualTo(device.limitBytes());
            assertThat(everything.info()).isEqualTo(device.info());
        }
    }

    /** The bicliques of a crown of 20 take ten times what is kept while the reader is slow. */
    @Test
    void streamThatNobodyReadsMakesRoomAndIsComplete() {
        try (BipartiteGraph graph = TestGraphs.crown(20).toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found = stream(graph, memory)) {
            assertThat(found.hasNext()).isTrue();
            useAllOfTheDevice();
            long count = 0;
            while (found.hasNext()) {
                assertThat(found.next().vertices()).isEqualTo(20);
                count++;
            }
            assertThat(count).isEqualTo((1L << 20) - 2);
        }
    }

    /** A crown of 50 has far more bicliques than there is memory. */
    @Test
    void streamThatNobodyReadsAndThatDoesNotEndFails() {
        NativeMemory little = new NativeMemory(128 << 20);
        try (BipartiteGraph graph = TestGraphs.crown(50).toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found = stream(graph, little)) {
            assertThat(found.hasNext()).isTrue();
            useAllOfTheDevice();
            assertThatThrownBy(() -> found.forEachRemaining(biclique -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Other calls wait for the memory of the GPU");
        }
        assertThat(little.liveBytes()).isZero();
    }

    @Test
    void butterfliesInPassesNeedNotWait() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 20_000, 20_000, 2_000_000, 1).toGraph(memory, Workers.of(2))) {
            countBesideASession(new ButterflyAlgorithm(), ButterflyConfig.TOTAL, graph, ButterflyResult::total);
        }
    }

    static Stream<AlgorithmCase<UnipartiteGraph, ?, CommonNeighborsResult>> commonNeighbors() {
        return Stream.concat(
                Stream.of(new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(false))),
                MoreCases.of("SharedDeviceGpuTest", AlgorithmCase.class));
    }

    @ParameterizedTest
    @MethodSource("commonNeighbors")
    <C> void commonNeighborsInPassesNeedNotWait(AlgorithmCase<UnipartiteGraph, C, CommonNeighborsResult> run) {
        try (LoadedGraph loaded =
                Generators.parse("kronecker,scale=16,edgefactor=16,seed=1").build(memory, Workers.of(2))) {
            countBesideASession(
                    run.algorithm(),
                    run.config(),
                    (UnipartiteGraph) loaded.graph(),
                    counts -> CommonNeighborsCases.values(counts.edges()));
        }
    }

    /** Counts in passes, which are as large as a session of somebody else allows, and compares with the CPU. */
    private <G extends Graph, C, R extends AutoCloseable> void countBesideASession(
            Algorithm<G, C, R> algorithm, C config, G graph, Function<R, Object> values) {
        GpuVersion<G, R> version = algorithm.gpu(config);
        GraphSize size = GraphSize.of(graph);
        long least = TestDevices.leastLimit(device, () -> version.obstacle(device, size) == null);
        long atOnce = TestDevices.leastLimit(
                device, () -> version.obstacle(device, size) == null && version.passes(device, size) == 1);
        assertThat(atOnce).isGreaterThan(least);
        long limit = (least + atOnce) / 2;
        Object expected = values(algorithm.cpu(graph, config, execution(memory)), values);
        TestDevices.withLimit(device, limit, () -> {
            try (GpuSession session = device.open((limit - least) / 2, Workers.of(1))) {
                assertThat(values(version.run(graph, execution(memory), device), values))
                        .isEqualTo(expected);
                assertThat(device.reservedBytes()).isEqualTo((limit - least) / 2);
                session.await();
            }
        });
    }

    private static <R extends AutoCloseable> Object values(R result, Function<R, Object> values) {
        try (result) {
            return values.apply(result);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
