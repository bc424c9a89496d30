package dev.motif.gpu;

import dev.motif.backend.work.Execution;

/** Loses the device that it runs on, by a kernel that reads where there is no memory. */
public final class LosingAlgorithm extends GpuOnlyAlgorithm {
    @Override
    public String name() {
        return "losing";
    }

    @Override
    AutoCloseable run(GpuDevice device, Execution execution) {
        lose(device, execution);
        throw new AssertionError("the device should have been lost");
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
