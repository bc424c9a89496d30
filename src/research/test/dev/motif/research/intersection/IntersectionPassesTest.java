package dev.motif.research.intersection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GraphSize;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import org.junit.jupiter.api.Test;

class IntersectionPassesTest {
    @Test
    void aQuarterOfALargeGraphIsEnoughWithoutBitmaps() {
        GraphSize size = new GraphSize(100_000_000, 0, 1_600_000_000);
        long graphBytes = (size.vertices() + 1) * Long.BYTES + 2 * size.edges() * Integer.BYTES;
        GpuVersion<UnipartiteGraph, CommonNeighborsResult> version =
                new IntersectionAlgorithm().gpu(IntersectionConfig.of(MpsConfig.ALL));
        GpuDevice device = TestDevices.planned(graphBytes / 4);
        assertThat(version.obstacle(device, size)).isNull();
        assertThat(version.passes(device, size)).isBetween(2L, 1000L);
    }
}
