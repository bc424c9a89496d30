package dev.motif.algorithm.level.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.backend.Backend;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link StrengthCoresTest} on a GPU. */
@Tag("gpu")
class StrengthCoresGpuTest extends StrengthCoresTest {
    private final NativeMemory own = new NativeMemory(1L << 32);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<TestPeelings> ways() {
        return TestPeelings.all();
    }

    private static EdgeWeights doubles(OffHeapLongs bits) {
        return TestGraphs.weights(bits, true);
    }

    /** Strengths are so large that the coarse pass has hundreds of ranges. */
    @ParameterizedTest
    @MethodSource("ways")
    void coresOfALargeGraphAreThoseOfTheCpu(TestPeelings way) {
        SplittableRandom random = new SplittableRandom(1);
        try (UnipartiteGraph graph = CommonNeighborsAlgorithmTest.skewed(1, 20_000, 200_000, 1.5)
                        .toUnipartiteGraph(own, Workers.of(2));
                OffHeapLongs bits = own.longs(graph.edgeCount())) {
            for (long edge = 0; edge < bits.length(); edge++) {
                bits.set(edge, Double.doubleToRawLongBits((random.nextLong() >>> 30) / 1024.0));
            }
            KCoreConfig config = new KCoreConfig().weighedBy(doubles(bits));
            way.run(() -> {
                try (KCoreResult onGpu = new BackendCase(Backend.GPU, 2).run(new KCoreAlgorithm(), graph, config, own);
                        KCoreResult expected =
                                new BackendCase(Backend.CPU, 2).run(new KCoreAlgorithm(), graph, config, own)) {
                    assertThat(onGpu.strengths().largest())
                            .isEqualTo(expected.strengths().largest());
                    assertThat(onGpu.strengths().levels())
                            .isEqualTo(expected.strengths().levels());
                    assertThat(onGpu.strengths().nodesAtLargest())
                            .isEqualTo(expected.strengths().nodesAtLargest());
                    assertThat(LongStream.range(0, graph.vertexCount())
                                    .allMatch(v -> onGpu.strengths().core(v)
                                            == expected.strengths().core(v)))
                            .isTrue();
                }
            });
        }
    }

    @Test
    void weightsWhoseSumsAreRoundedAreForTheCpu() {
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        try (UnipartiteGraph graph = RandomGraphs.unipartite(7).toUnipartiteGraph(own, Workers.of(2));
                OffHeapLongs bits = own.longs(graph.edgeCount())) {
            for (long edge = 0; edge < bits.length(); edge++) {
                bits.set(edge, Double.doubleToRawLongBits(0.1 * edge));
            }
            assertThat(new StrengthCoresGpu.Version(doubles(bits)).obstacle(device, graph))
                    .isEqualTo("the sums of these weights are rounded, which depends on their order");
        }
    }
}
