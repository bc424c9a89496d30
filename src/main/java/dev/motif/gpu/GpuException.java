package dev.motif.gpu;

/** Something failed on a device. Says what was done, with which sizes, and what the driver answered. */
public final class GpuException extends RuntimeException {
    GpuException(String message) {
        super(message);
    }
}
