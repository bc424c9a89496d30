package dev.motif.gpu;

import dev.motif.backend.work.Execution;
import java.util.concurrent.locks.LockSupport;

/** Reserves more than half of the device that it runs on, until it is cancelled. */
public final class HoldingAlgorithm extends GpuOnlyAlgorithm {
    /** The stage that begins when it has the memory, with the number of the device as its volume. */
    public static final String STAGE = "holding";

    @Override
    public String name() {
        return "holding";
    }

    @Override
    AutoCloseable run(GpuDevice device, Execution execution) {
        try (GpuSession session = device.open(device.limitBytes() / 10 * 6, execution.workers())) {
            execution.workers().progress().begin(STAGE, session.info().ordinal());
            while (true) {
                execution.workers().cancellation().check();
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
