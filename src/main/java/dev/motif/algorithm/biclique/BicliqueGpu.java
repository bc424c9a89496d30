package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.gbc.Gbc;
import dev.motif.algorithm.biclique.gbc.GbcGpu;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.Stars;
import dev.motif.algorithm.biclique.pivot.PivotGpu;
import dev.motif.backend.Deadline;
import dev.motif.backend.Execution;
import dev.motif.backend.GpuEstimate;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;

/** Counts bicliques on a GPU: chooses the technique and runs the search. */
final class BicliqueGpu {
    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Execution execution;
    private final GpuDevice device;

    BicliqueGpu(BipartiteGraph graph, BicliqueConfig config, Execution execution, GpuDevice device) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.device = device;
    }

    /** Returns why this device cannot count what is asked for, or null when it can. */
    static String obstacle(GpuDevice device, GraphSize size, BicliqueConfig config) {
        return config.starsAlone() || config.technique() == Technique.GBC
                ? null
                : PivotGpu.obstacle(device, size, config);
    }

    /**
     * Estimates the host and device memory of a count.
     *
     * @param onCpu the off-heap memory of a count with one worker on the CPU
     */
    static GpuEstimate estimate(GpuDevice device, GraphSize size, BicliqueConfig config, MemoryEstimate onCpu) {
        if (config.starsAlone()) {
            return new GpuEstimate(onCpu, MemoryEstimate.of(GpuEstimate.nameOf(device), 0));
        }
        return config.technique() == Technique.GBC
                ? new GpuEstimate(onCpu, GbcGpu.estimate(device))
                : PivotGpu.estimate(device, size, config);
    }

    /** Counts what the configuration asks for. Stars need no search, so they are counted on the CPU. */
    BicliqueResult count() {
        if (config.starsAlone()) {
            return execution.times().time(Stage.COMPUTE, () -> new Stars(graph, config, execution).count());
        }
        Deadline deadline = Deadline.after(config.timeoutMillis());
        return config.technique() == Technique.GBC
                ? new Gbc(graph, config, execution, deadline).onGpu(device)
                : new PivotGpu(graph, config, deadline, execution, device).count();
    }
}
