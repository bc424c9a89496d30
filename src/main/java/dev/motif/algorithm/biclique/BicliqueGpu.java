package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.Stars;
import dev.motif.algorithm.biclique.pivot.PivotGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;

/** Counts stars, which need no search, on the CPU where a GPU is asked for. */
record BicliqueGpu(BicliqueConfig config) implements GpuVersion<BipartiteGraph, BicliqueResult> {
    /** Returns the version that counts what {@code config} asks for. */
    static GpuVersion<BipartiteGraph, BicliqueResult> version(BicliqueConfig config) {
        if (config.starsAlone()) {
            return new BicliqueGpu(config);
        }
        return config.result() == Result.TABLE ? new BicliqueTableGpu.Version(config) : new PivotGpu.Version(config);
    }

    @Override
    public String obstacle(GpuDevice device, GraphSize size) {
        return null;
    }

    @Override
    public GpuEstimate estimate(GpuDevice device, GraphSize size) {
        CpuEstimate withOneWorker = new BicliqueAlgorithm().cpuEstimate(size, config, 1);
        return new GpuEstimate(
                withOneWorker.offHeap(), withOneWorker.heap(), MemoryEstimate.of(GpuEstimate.nameOf(device), 0));
    }

    @Override
    public BicliqueResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
        return execution.times().time(Stage.COMPUTE, () -> new Stars(graph, config, execution).count());
    }
}
