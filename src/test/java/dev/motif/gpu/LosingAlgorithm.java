package dev.motif.gpu;

import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;

/** Loses the device that it runs on, by a kernel that reads where there is no memory. */
public final class LosingAlgorithm implements Algorithm<BipartiteGraph, String, AutoCloseable> {
    @Override
    public String name() {
        return "losing";
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
                lose(device, execution);
                throw new AssertionError("the device should have been lost");
            }
        };
    }

    /** Runs the kernel; the error of the driver is thrown as it is by any call. */
    static void lose(GpuDevice device, Execution execution) {
        KernelSignature bases = KernelSignature.of("graph_prep", "prep_bases_per_grid");
        try (GpuSession session = device.open(1000, execution.workers())) {
            DeviceArray nowhere = new DeviceArray(session.longs(1).address() + (1L << 45), 8);
            session.launch(bases, 1, 32, 0, nowhere, 1_000_000);
            session.await();
        }
    }
}
