package dev.motif.research.intersection;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsSlicesGpuTest;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link CommonNeighborsSlicesGpuTest} by MPS and BMP. */
@Tag("gpu")
class IntersectionSlicesGpuTest extends CommonNeighborsSlicesGpuTest {
    @Override
    protected Stream<Counting<?>> countings() {
        return IntStream.of(1, 4, 32)
                .boxed()
                .flatMap(warps -> Stream.concat(
                        Stream.of(1, 50)
                                .map(skew -> IntersectionConfig.of(new MpsConfig(skew, false, warps, warps == 4))),
                        Stream.of(true, false)
                                .map(relabel -> IntersectionConfig.of(
                                        new BmpConfig(relabel, relabel, BmpConfig.MIN_RANGE_SIZE, warps, warps == 4)))))
                .map(IntersectionCases::counting);
    }

    @Override
    protected OffHeapInts inPasses(
            UnipartiteGraph graph, Counting<?> counting, Execution execution, GpuDevice device, long slotsPerPart) {
        return new IntersectionGpu(graph, (IntersectionConfig) counting.config(), execution, device, slotsPerPart)
                .count();
    }
}
