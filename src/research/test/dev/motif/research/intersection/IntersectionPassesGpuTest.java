package dev.motif.research.intersection;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.similar.neighbors.oriented.CommonNeighborsPassesGpuTest;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.research.intersection.IntersectionConfig.PassMemory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link CommonNeighborsPassesGpuTest} by MPS and BMP, by copies and with unified memory. */
@Tag("gpu")
class IntersectionPassesGpuTest extends CommonNeighborsPassesGpuTest {
    @Override
    protected Stream<Counting<?>> countings() {
        return Stream.of(
                        IntersectionConfig.of(new MpsConfig(3, false, 2, true)),
                        IntersectionConfig.of(new MpsConfig(50, false, 4, false)),
                        IntersectionConfig.of(BmpConfig.ALL),
                        IntersectionConfig.of(MpsConfig.ALL).with(PassMemory.UNIFIED),
                        IntersectionConfig.of(BmpConfig.ALL).with(PassMemory.UNIFIED),
                        IntersectionConfig.of(new BmpConfig(false, true, 64, 32, false)))
                .map(IntersectionCases::counting);
    }

    @Override
    protected Stream<Counting<?>> ofLarge() {
        IntersectionConfig mps = IntersectionConfig.of(MpsConfig.ALL);
        return Stream.of(mps, mps.with(PassMemory.UNIFIED)).map(IntersectionCases::counting);
    }

    @Override
    protected OffHeapInts count(
            UnipartiteGraph graph, Counting<?> counting, Execution execution, GpuDevice device, long slotsPerPart) {
        return new IntersectionGpu(graph, (IntersectionConfig) counting.config(), execution, device, slotsPerPart)
                .count();
    }

    @Override
    protected long longestRow(UnipartiteGraph graph, NativeMemory memory) {
        return Math.max(1, graph.adjacency().largestDegree());
    }
}
