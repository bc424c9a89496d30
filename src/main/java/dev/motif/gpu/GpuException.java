package dev.motif.gpu;

/** Something failed on a device. Says what was done, with which sizes, and what the driver answered. */
public final class GpuException extends RuntimeException {
    private final boolean outOfMemory;

    GpuException(String message) {
        this(message, false);
    }

    GpuException(String message, boolean outOfMemory) {
        super(message);
        this.outOfMemory = outOfMemory;
    }

    /** True when the device's memory, or the budget for it, was too small. */
    public boolean isOutOfMemory() {
        return outOfMemory;
    }
}
