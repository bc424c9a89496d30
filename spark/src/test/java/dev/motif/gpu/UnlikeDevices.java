package dev.motif.gpu;

/** Devices that are not there, for plans. */
public final class UnlikeDevices {
    private UnlikeDevices() {}

    /** A device with so much shared memory. */
    public static GpuDevice withShared(int bytes) {
        return new GpuDevice(null, new GpuInfo(0, "a device with " + bytes, 9, 0, 1, bytes, 1L << 40, 13000), 1L << 40);
    }
}
