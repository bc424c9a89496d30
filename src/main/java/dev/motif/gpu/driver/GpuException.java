package dev.motif.gpu.driver;

/**
 * Thrown when something failed on a device. Its message says what was done, with which sizes, and what the driver
 * answered.
 */
public final class GpuException extends RuntimeException {
    public GpuException(String message) {
        super(message);
    }
}
