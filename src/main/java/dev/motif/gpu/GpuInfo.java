package dev.motif.gpu;

import dev.motif.gpu.driver.Cuda;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.JCudaDriver;

/**
 * The properties of a device.
 *
 * @param ordinal its number in the driver
 * @param name such as {@code "NVIDIA H200"}
 * @param computeMajor the first number of its compute capability
 * @param computeMinor the second number of its compute capability
 * @param multiprocessors the number of its streaming multiprocessors
 * @param sharedBytesPerBlock the most bytes of shared memory that a block may ask for
 * @param totalBytes the size of its memory
 * @param cudaVersion the version of CUDA that its driver supports, such as 13000
 */
public record GpuInfo(
        int ordinal,
        String name,
        int computeMajor,
        int computeMinor,
        int multiprocessors,
        int sharedBytesPerBlock,
        long totalBytes,
        int cudaVersion)
        implements Serializable {
    private static final int NAME_BYTES = 256;

    static GpuInfo of(CUdevice device, int ordinal, int cudaVersion) {
        byte[] name = new byte[NAME_BYTES];
        Cuda.check(JCudaDriver.cuDeviceGetName(name, name.length, device), "reading the name of device " + ordinal);
        int length = 0;
        while (length < name.length && name[length] != 0) {
            length++;
        }
        long[] total = new long[1];
        Cuda.check(JCudaDriver.cuDeviceTotalMem(total, device), "reading the memory of device " + ordinal);
        return new GpuInfo(
                ordinal,
                new String(name, 0, length, StandardCharsets.UTF_8),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                total[0],
                cudaVersion);
    }

    /** The same properties of a part of the device. */
    GpuInfo withOrdinal(int other) {
        return new GpuInfo(
                other, name, computeMajor, computeMinor, multiprocessors, sharedBytesPerBlock, totalBytes, cudaVersion);
    }

    private static int attribute(CUdevice device, int attribute) {
        int[] value = new int[1];
        Cuda.check(JCudaDriver.cuDeviceGetAttribute(value, attribute, device), "reading attribute " + attribute);
        return value[0];
    }

    boolean isAtLeast(int major, int minor) {
        return computeMajor > major || computeMajor == major && computeMinor >= minor;
    }

    /** The compute capability as text, such as {@code "9.0"}. */
    public String computeCapability() {
        return computeMajor + "." + computeMinor;
    }
}
