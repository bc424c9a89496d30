package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.gbc.Gbc;
import dev.motif.algorithm.biclique.gbc.GbcGpu;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.Stars;
import dev.motif.algorithm.biclique.pivot.PivotGpu;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;

/** Counts bicliques on a GPU without pivots: by GBC; or stars, which need no search, on the CPU. */
record BicliqueGpu(BicliqueConfig config) implements GpuVersion<BipartiteGraph, BicliqueResult> {
    /** Returns the version that counts by the technique of {@code config}. */
    static GpuVersion<BipartiteGraph, BicliqueResult> version(BicliqueConfig config) {
        if (config.starsAlone() || config.technique() == Technique.GBC) {
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
                withOneWorker.offHeap(),
                withOneWorker.heap(),
                config.starsAlone() ? MemoryEstimate.of(GpuEstimate.nameOf(device), 0) : GbcGpu.estimate(device));
    }

    @Override
    public BicliqueResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
        return config.starsAlone()
                ? execution.times().time(Stage.COMPUTE, () -> new Stars(graph, config, execution).count())
                : new Gbc(graph, config, execution, Deadline.after(config.timeoutMillis())).onGpu(device);
    }
}
