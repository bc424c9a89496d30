package dev.motif.backend.cost;

import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.graph.DeviceSpeed;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * How fast this host is, as measured when a call first has the choice between the CPU and a GPU. What was measured is
 * kept for as long as the server runs.
 *
 * @param cpuStepsPerSecond the elements of sorted rows that one thread intersects in a second
 * @param gpuLaunchMicros the microseconds from the launch of a kernel that does nothing until the host knows that it
 *     ended
 * @param gpuCopyBytesPerSecond the bytes of a graph that are copied to the device in a second
 */
public record HostSpeed(double cpuStepsPerSecond, double gpuLaunchMicros, double gpuCopyBytesPerSecond) {
    /** The speed that is assumed as long as nothing has been measured, or when measuring fails. */
    public static final HostSpeed TYPICAL = new HostSpeed(1.6e8, 25, 1.2e10);

    /** The bytes that must be free on a device for a measurement, more than it takes. */
    private static final long BYTES = 32L << 20;

    /**
     * The speed by device, and by {@link CpuSpeed} without one; {@link #TYPICAL} for one that is being measured, or
     * could not be.
     */
    private static final Map<Object, HostSpeed> MEASURED = new ConcurrentHashMap<>();

    /**
     * The speed of this host with {@code device}. The first call measures it, which takes a fraction of a second; calls
     * meanwhile do not wait for it. Devices of another process are not measured.
     */
    static HostSpeed with(GpuDevice device) {
        HostSpeed known = MEASURED.get(device);
        if (known != null || Gpus.areIsolated() || isFull(device)) {
            return known == null ? TYPICAL : known;
        }
        return measuredOnce(device, () -> measure(device));
    }

    /** The speed of this host's processor, measured as with a device; a GPU is taken for a typical one. */
    static HostSpeed ofProcessor() {
        return measuredOnce(
                CpuSpeed.class,
                () -> new HostSpeed(CpuSpeed.stepsPerSecond(), TYPICAL.gpuLaunchMicros, TYPICAL.gpuCopyBytesPerSecond));
    }

    /** A measurement is for a later call when it would have to wait for memory. */
    private static boolean isFull(GpuDevice device) {
        return device.waitingCalls() > 0 || device.obstacle(device.reservedBytes() + BYTES) != null;
    }

    /** The speed that {@code measure} finds the first time; {@link #TYPICAL} meanwhile, and from then on when it fails. */
    static HostSpeed measuredOnce(Object device, Supplier<HostSpeed> measure) {
        if (MEASURED.putIfAbsent(device, TYPICAL) == null) {
            try {
                MEASURED.put(device, measure.get());
            } catch (RuntimeException e) {
                // It stays at what is typical. Should the device be unusable, the call will say so.
            }
        }
        return MEASURED.get(device);
    }

    private static HostSpeed measure(GpuDevice device) {
        DeviceSpeed speed = DeviceSpeed.measure(device);
        return new HostSpeed(CpuSpeed.stepsPerSecond(), speed.launchMicros(), speed.copyBytesPerSecond());
    }

    /** The speed that has been measured with {@code device}; empty as long as no call had the choice. */
    public static Optional<HostSpeed> known(GpuDevice device) {
        return Optional.ofNullable(MEASURED.get(device));
    }
}
