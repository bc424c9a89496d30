package dev.motif.gpu;

import jcuda.driver.CUdeviceptr;

/**
 * A block of device memory. Belongs to the {@link GpuSession} that made it, or to a {@link DeviceCopy} that took it over.
 *
 * @param pointer its address
 * @param bytes its size
 */
public record DeviceArray(CUdeviceptr pointer, long bytes) {}
