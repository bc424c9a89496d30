package dev.motif.algorithm.commonneighbors;

import dev.motif.algorithm.commonneighbors.lists.ListsGpu;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.oriented.OrientedGpu;
import dev.motif.algorithm.commonneighbors.oriented.OrientedPassesGpu;
import dev.motif.backend.Execution;
import dev.motif.backend.GpuEstimate;
import dev.motif.backend.GraphSize;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.UnipartiteGraph;

/** Counts the common neighbors of each edge on a GPU, by the technique that the configuration asks for. */
final class CommonNeighborsGpu {
    /** The name of the estimate of the counts by edge. */
    private static final String EDGES = "edges";

    private CommonNeighborsGpu() {}

    static String obstacle(GpuDevice device, GraphSize size, CommonNeighborsConfig config) {
        if (!config.isOriented()) {
            return ListsGpu.obstacle(device, size, config);
        }
        return OrientedGpu.fits(device, size) ? null : OrientedPassesGpu.obstacle(device, size);
    }

    /** About how many passes a count takes. */
    static long passes(GpuDevice device, GraphSize size, CommonNeighborsConfig config) {
        if (!config.isOriented()) {
            return ListsGpu.passes(device, size, config);
        }
        return OrientedGpu.fits(device, size) ? 1 : OrientedPassesGpu.passes(device, size);
    }

    static GpuEstimate estimate(GpuDevice device, GraphSize size, CommonNeighborsConfig config) {
        if (!config.isOriented()) {
            return ListsGpu.estimate(EDGES, device, size, config);
        }
        return OrientedGpu.fits(device, size)
                ? OrientedGpu.estimate(EDGES, device, size)
                : OrientedPassesGpu.estimate(EDGES, device, size);
    }

    /** Counts for each edge, by its number, the common neighbors of its ends. The caller owns the result. */
    static OffHeapInts count(
            UnipartiteGraph graph, CommonNeighborsConfig config, Execution execution, GpuDevice device) {
        GraphSize size = GraphSize.of(graph);
        if (!config.isOriented()) {
            return new ListsGpu(graph, config, execution, device).count();
        }
        return OrientedGpu.fits(device, size)
                ? new OrientedGpu(graph, execution, device).count()
                : new OrientedPassesGpu(graph, execution, device).count();
    }
}
