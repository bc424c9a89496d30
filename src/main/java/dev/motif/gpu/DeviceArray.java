package dev.motif.gpu;

import dev.motif.gpu.driver.Cuda;
import jcuda.driver.CUdeviceptr;

/**
 * A block of device memory. It belongs to the {@link GpuSession} that made it, or to a {@link DeviceCopy} that took it
 * over.
 *
 * @param address the device address of its first byte
 * @param bytes its size
 */
public record DeviceArray(long address, long bytes) {
    /** The null pointer, for kernel parameters that may be left without an array. */
    public static final DeviceArray NULL = new DeviceArray(0, 0);

    /**
     * Room in estimates for what they do not count: arrays without elements take a byte each, and neighbors may be read 16
     * bytes at a time.
     */
    public static final long SLACK_BYTES = 64;

    /**
     * The part of this array from {@code byteOffset} on. It is freed with the whole array, never on its own.
     *
     * @throws IllegalArgumentException when the array has fewer bytes
     */
    public DeviceArray from(long byteOffset) {
        if (byteOffset < 0 || byteOffset > bytes) {
            throw new IllegalArgumentException("`byteOffset` must be in [0, " + bytes + "], got " + byteOffset);
        }
        return new DeviceArray(address + byteOffset, bytes - byteOffset);
    }

    /**
     * The {@code length} bytes of this array from {@code byteOffset} on; see {@link #from}.
     *
     * @throws IllegalArgumentException when the array has fewer bytes
     */
    public DeviceArray part(long byteOffset, long length) {
        DeviceArray rest = from(byteOffset);
        if (length < 0 || length > rest.bytes) {
            throw new IllegalArgumentException("`length` must be in [0, " + rest.bytes + "], got " + length);
        }
        return new DeviceArray(rest.address, length);
    }

    /** The address of the array as the driver's functions take it. */
    CUdeviceptr pointer() {
        return Cuda.devicePointer(address);
    }
}
