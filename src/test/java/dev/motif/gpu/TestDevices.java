package dev.motif.gpu;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What tests of other packages need of devices. */
public final class TestDevices {
    private TestDevices() {}

    /** The size of an H200, with another limit. It can be planned with; whatever touches the device fails. */
    public static GpuDevice planned(long limitBytes) {
        return new GpuDevice(
                null, new GpuInfo(0, "planned device", 9, 0, 132, 232_448, 150_000_000_000L, 13000), limitBytes);
    }

    /** The same for work without a result. */
    public static void withLimit(GpuDevice device, long limitBytes, Runnable work) {
        withLimit(device, limitBytes, () -> {
            work.run();
            return null;
        });
    }

    /** Runs {@code work} while only so many bytes of {@code device} may be reserved. */
    public static <T> T withLimit(GpuDevice device, long limitBytes, Supplier<T> work) {
        long before = device.limitBytes();
        device.limitTo(limitBytes);
        try {
            return work.get();
        } finally {
            device.limitTo(before);
        }
    }

    /** Runs {@code work} while launches of searches take no longer than {@code nanos}, about. */
    public static <T> T withSlices(GpuDevice device, long nanos, Supplier<T> work) {
        device.limitSlices(nanos);
        try {
            return work.get();
        } finally {
            device.limitSlices(Long.MAX_VALUE);
        }
    }

    /** The least bytes that {@code enough} must be allowed to reserve. */
    public static long leastLimit(GpuDevice device, BooleanSupplier enough) {
        long[] limits = {0, device.limitBytes()};
        while (limits[1] - limits[0] > 1) {
            long middle = (limits[0] + limits[1]) / 2;
            withLimit(device, middle, () -> limits[enough.getAsBoolean() ? 1 : 0] = middle);
        }
        return limits[1];
    }

    /** The most bytes that were reserved at once. */
    public static long peakReservedBytes(GpuDevice device) {
        return device.peakReservedBytes();
    }
}
