package dev.motif.gpu;

import jcuda.driver.CUdeviceptr;

/**
 * A block of device memory. It belongs to the {@link GpuSession} that made it, or to a {@link DeviceCopy} that took it
 * over.
 *
 * @param pointer its address
 * @param bytes its size
 */
public record DeviceArray(CUdeviceptr pointer, long bytes) {
    /** The null pointer, for kernel parameters that may be left without an array. */
    public static final DeviceArray NULL = new DeviceArray(null, 0);

    /**
     * The part of this array from {@code byteOffset} on. It is freed with the whole array, never on its own.
     *
     * @throws IllegalArgumentException when the array has fewer bytes
     */
    public DeviceArray from(long byteOffset) {
        if (byteOffset < 0 || byteOffset > bytes) {
            throw new IllegalArgumentException("`byteOffset` must be in [0, " + bytes + "], got " + byteOffset);
        }
        return new DeviceArray(pointer.withByteOffset(byteOffset), bytes - byteOffset);
    }

    /** The device address of its first byte; 0 for {@link #NULL}. */
    long address() {
        return pointer == null ? 0 : Cuda.addressOf(pointer);
    }
}
