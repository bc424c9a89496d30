package dev.motif.algorithm.biclique;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;

/**
 * Counting (p,q)-bicliques.
 */
public final class BicliqueCount implements Algorithm<BipartiteGraph, BicliqueConfig, BicliqueCounts> {
    @Override
    public String name() {
        return "biclique.count";
    }

    @Override
    public BicliqueCounts cpu(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        return new BicliqueCpu(graph, config, execution).count();
    }

    @Override
    public String gpuObstacle(GpuDevice device, GraphSize size, BicliqueConfig config) {
        return BicliqueGpu.obstacle(device, size, config);
    }

    @Override
    public BicliqueCounts gpu(BipartiteGraph graph, BicliqueConfig config, Execution execution, GpuDevice device) {
        return new BicliqueGpu(graph, config, execution, device).count();
    }

    @Override
    public MemoryEstimate estimate(GraphSize size, BicliqueConfig config, int concurrency) {
        return MemoryEstimate.of("core", RootedCore.peakBytes(size.vertices(), size.edges()));
    }
}
