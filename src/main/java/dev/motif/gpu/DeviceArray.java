package dev.motif.gpu;

import jcuda.driver.CUdeviceptr;

/**
 * A block of device memory. Belongs to the {@link GpuSession} that made it, or to a {@link DeviceCopy} that took it over.
 *
 * @param pointer its address
 * @param bytes its size
 */
public record DeviceArray(CUdeviceptr pointer, long bytes) {
    /** The null pointer, for kernels that take an array or none. */
    public static final DeviceArray NULL = new DeviceArray(null, 0);

    /** The part from {@code byteOffset} on; it is freed with the whole. */
    public DeviceArray from(long byteOffset) {
        if (byteOffset < 0 || byteOffset > bytes) {
            throw new IllegalArgumentException("`byteOffset` must be in [0, " + bytes + "], got " + byteOffset);
        }
        return new DeviceArray(pointer.withByteOffset(byteOffset), bytes - byteOffset);
    }

    /** Where it begins on the device; 0 for {@link #NULL}. */
    long address() {
        return pointer == null ? 0 : Cuda.addressOf(pointer);
    }
}
