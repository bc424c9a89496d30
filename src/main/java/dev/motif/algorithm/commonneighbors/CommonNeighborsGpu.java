package dev.motif.algorithm.commonneighbors;

import dev.motif.algorithm.commonneighbors.lists.ListsGpu;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.oriented.OrientedGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import java.util.List;

/**
 * Counts common neighbors on a GPU: those of each edge there, by the technique that the configuration asks for, and what
 * follows from them on the CPU.
 */
final class CommonNeighborsGpu implements GpuVersion<UnipartiteGraph, CommonNeighborsResult> {
    private final CommonNeighborsConfig config;
    private final GpuVersion<UnipartiteGraph, OffHeapInts> edges;

    CommonNeighborsGpu(CommonNeighborsConfig config) {
        this.config = config;
        this.edges = config.isOriented() ? new OrientedGpu.Version() : new ListsGpu.Version(config);
    }

    @Override
    public String obstacle(GpuDevice device, GraphSize size) {
        return edges.obstacle(device, size);
    }

    @Override
    public long passes(GpuDevice device, GraphSize size) {
        return edges.passes(device, size);
    }

    @Override
    public GpuEstimate estimate(GpuDevice device, GraphSize size) {
        GpuEstimate ofEdges = edges.estimate(device, size);
        return new GpuEstimate(CommonNeighborsAlgorithm.withResult(ofEdges.offHeap(), size, config), ofEdges.device());
    }

    @Override
    public CommonNeighborsResult run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
        return CommonNeighborsAlgorithm.withRest(graph, config, execution, edges.run(graph, execution, device));
    }

    @Override
    public boolean canShare(GpuDevice device, GraphSize size) {
        return edges.canShare(device, size);
    }

    @Override
    public boolean canDivide(GpuDevice device, GraphSize size) {
        return false;
    }

    @Override
    public CommonNeighborsResult share(
            UnipartiteGraph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
        return CommonNeighborsAlgorithm.withRest(
                graph, config, execution, edges.share(graph, execution, devices, part));
    }
}
