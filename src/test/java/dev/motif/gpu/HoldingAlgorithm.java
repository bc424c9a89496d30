package dev.motif.gpu;

import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import java.util.concurrent.locks.LockSupport;

/** Reserves more than half of the device that it runs on, until it is cancelled. */
public final class HoldingAlgorithm implements Algorithm<BipartiteGraph, String, AutoCloseable> {
    /** The stage that begins when it has the memory, with the number of the device as its volume. */
    public static final String STAGE = "holding";

    @Override
    public String name() {
        return "holding";
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

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
                try (GpuSession session = device.open(device.limitBytes() / 10 * 6, execution.workers())) {
                    execution.workers().progress().begin(STAGE, session.info().ordinal());
                    while (true) {
                        execution.workers().cancellation().check();
                        LockSupport.parkNanos(1_000_000);
                    }
                }
            }
        };
    }
}
