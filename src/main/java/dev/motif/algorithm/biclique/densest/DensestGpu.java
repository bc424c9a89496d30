package dev.motif.algorithm.biclique.densest;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.densest.DensestSearch;
import dev.motif.backend.densest.DensestSubgraph;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;

/** Finds a dense subgraph: each round counts on a GPU, to which the remaining graph is copied. */
record DensestGpu(BicliqueConfig config) implements GpuVersion<BipartiteGraph, DensestSubgraph> {
    /** How each round counts. The time limit is that of all rounds. */
    private GpuVersion<BipartiteGraph, BicliqueResult> counting() {
        return new BicliqueAlgorithm().gpu(config.withTimeoutMillis(0));
    }

    @Override
    public String obstacle(GpuDevice device, GraphSize size) {
        return counting().obstacle(device, size);
    }

    @Override
    public GpuEstimate estimate(GpuDevice device, GraphSize size) {
        GpuEstimate counting = counting().estimate(device, size);
        return new GpuEstimate(
                DensestSearch.estimate(DensestAlgorithm.NAME, size, counting.offHeap()),
                counting.heap(),
                counting.device());
    }

    @Override
    public DensestSubgraph run(BipartiteGraph graph, Execution execution, GpuDevice device) {
        GpuVersion<BipartiteGraph, BicliqueResult> counting = counting();
        Deadline deadline = Deadline.after(config.timeoutMillis());
        return DensestAlgorithm.search(
                graph,
                config,
                execution,
                rest -> deadline.inTime(execution, limited -> counting.run(rest, limited, device)));
    }
}
