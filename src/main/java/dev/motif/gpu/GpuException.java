package dev.motif.gpu;

/**
 * Thrown when something failed on a device. Its message says what was done, with which sizes, and what the driver
 * answered.
 */
public final class GpuException extends RuntimeException {
    GpuException(String message) {
        super(message);
    }
}
