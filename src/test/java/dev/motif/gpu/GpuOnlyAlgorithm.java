package dev.motif.gpu;

import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;

/** An algorithm that only tests run, on a GPU alone. */
public abstract class GpuOnlyAlgorithm implements Algorithm.OfBipartite<String, AutoCloseable> {
    /** Runs until it fails. */
    abstract AutoCloseable run(GpuDevice device, Execution execution);

    @Override
    public AutoCloseable cpu(BipartiteGraph graph, String config, Execution execution) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, String config, int concurrency) {
        return CpuEstimate.of(MemoryEstimate.of(name(), 0));
    }

    @Override
    public GpuVersion<BipartiteGraph, AutoCloseable> gpu(String config) {
        return new GpuVersion<>() {
            @Override
            public String obstacle(GpuDevice device, GraphSize size) {
                return null;
            }

            @Override
            public GpuEstimate estimate(GpuDevice device, GraphSize size) {
                MemoryEstimate nothing = MemoryEstimate.of(name(), 0);
                return GpuEstimate.of(device, nothing, 0, nothing);
            }

            @Override
            public AutoCloseable run(BipartiteGraph graph, Execution execution, GpuDevice device) {
                return GpuOnlyAlgorithm.this.run(device, execution);
            }
        };
    }
}
