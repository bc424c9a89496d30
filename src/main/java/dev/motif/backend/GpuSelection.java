package dev.motif.backend;

import dev.motif.backend.cost.RunTimes;
import dev.motif.gpu.GpuDevice;
import java.io.Serializable;
import java.util.List;

/**
 * The GPUs that one call may use.
 *
 * @param most the most devices; 0 for one, or all when one takes long or cannot hold the graph
 * @param ordinals the numbers of the devices for the driver; empty for any
 */
public record GpuSelection(int most, List<Integer> ordinals) implements Serializable {
    /**
     * One device, or all where a run on one is estimated to take {@value #LONG_MILLIS} ms or more, or one cannot hold the
     * graph.
     */
    public static final GpuSelection AUTO = new GpuSelection(0, List.of());

    /** One device. */
    public static final GpuSelection ONE = new GpuSelection(1, List.of());

    private static final double LONG_MILLIS = 300;

    /** The most devices that a call can ask for. */
    public static final int MOST_DEVICES = 64;

    public GpuSelection {
        ordinals = List.copyOf(ordinals);
    }

    /** A selection of at most {@code most} of these devices. */
    static GpuSelection of(int most, List<GpuDevice> devices) {
        return new GpuSelection(
                most, devices.stream().map(device -> device.info().ordinal()).toList());
    }

    /** A selection of all devices. */
    public static GpuSelection all() {
        return new GpuSelection(MOST_DEVICES, List.of());
    }

    /** Whether the call may use {@code device}. */
    boolean admits(GpuDevice device) {
        return ordinals.isEmpty() || ordinals.contains(device.info().ordinal());
    }

    /** Why a host with these devices, one or more, cannot give what is asked for, or null when it can. */
    String missing(List<GpuDevice> host) {
        List<Integer> there =
                host.stream().map(device -> device.info().ordinal()).toList();
        for (int ordinal : ordinals) {
            if (!there.contains(ordinal)) {
                return "`gpus` names " + ordinal + ", but this host has " + there;
            }
        }
        return most < MOST_DEVICES && most > there.size()
                ? "`gpus` is " + most + ", but this host has " + there.size()
                : null;
    }

    /**
     * How many of the devices that can share a run it gets.
     *
     * @param times what it is estimated to take on one; null when that is not known
     * @param passes in about how many passes one would do it; more than 1 when it cannot hold the graph
     */
    int count(RunTimes times, long passes) {
        boolean isLong = passes > 1 || times != null && times.gpuMillis() >= LONG_MILLIS;
        return most > 0 ? most : isLong ? MOST_DEVICES : 1;
    }
}
