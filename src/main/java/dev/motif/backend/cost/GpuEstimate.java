package dev.motif.backend.cost;

import dev.motif.gpu.GpuDevice;
import dev.motif.graph.memory.Bytes;
import java.util.stream.Stream;

/**
 * The memory of a run on a GPU beyond the graph itself.
 *
 * @param offHeap off-heap memory of the host
 * @param heap the most that it holds on the heap at once; null when that is not known
 * @param device memory of the device: at most what the run reserves when it has to copy the graph there first, at least
 *     what it reserves when the graph has been copied already
 */
public record GpuEstimate(MemoryEstimate offHeap, MemoryEstimate heap, MemoryEstimate device) {
    /** The estimate of a run that keeps nothing large on the heap. */
    public GpuEstimate(MemoryEstimate offHeap, MemoryEstimate device) {
        this(
                offHeap,
                MemoryEstimate.sum("heap", MemoryEstimate.range("small objects", 0, CpuEstimate.LITTLE_HEAP_BYTES)),
                device);
    }

    /** This estimate of a run that keeps {@code part} on the heap beside small objects. */
    public GpuEstimate withHeap(MemoryEstimate part) {
        return new GpuEstimate(
                offHeap,
                MemoryEstimate.sum(
                        heap.name(),
                        Stream.concat(heap.parts().stream(), Stream.of(part)).toArray(MemoryEstimate[]::new)),
                device);
    }

    /**
     * The estimate of a run that uses a copy of the graph, which stays on the device afterwards.
     *
     * @param copyBytes what making the copy needs, if the device does not have it yet
     * @param work what the run needs in addition to the copy
     */
    public static GpuEstimate of(GpuDevice device, MemoryEstimate offHeap, long copyBytes, MemoryEstimate work) {
        return new GpuEstimate(
                offHeap,
                MemoryEstimate.sum(
                        nameOf(device),
                        MemoryEstimate.range("copy of the graph, unless it is there already", 0, copyBytes),
                        work));
    }

    /**
     * The estimate of a run that {@code devices} such devices share: the device memory is the memory of each device,
     * and the host has the results of each device until they are added up.
     */
    public GpuEstimate sharedBy(int devices) {
        if (devices == 1) {
            return this;
        }
        String others = "what the other GPUs find, until it is added up";
        return new GpuEstimate(
                MemoryEstimate.sum(
                        offHeap.name(), offHeap, MemoryEstimate.range(others, 0, (devices - 1) * offHeap.maxBytes())),
                heap == null
                        ? null
                        : MemoryEstimate.sum(
                                heap.name(), heap, MemoryEstimate.range(others, 0, (devices - 1) * heap.maxBytes())),
                new MemoryEstimate(
                        "on each of " + devices + " GPUs, " + device.name(),
                        device.minBytes(),
                        device.maxBytes(),
                        device.parts()));
    }

    /**
     * The reason why {@code passes} passes over a graph, which take the device's memory, are too many; null when they
     * are not.
     */
    public static String passesObstacle(GpuDevice device, long passes, long most) {
        return passes <= most
                ? null
                : "about " + passes + " passes over the graph would be needed with the "
                        + Bytes.toText(device.limitBytes()) + " of device memory that may be used, more than " + most;
    }

    /**
     * Why a device can work on a graph in no number of passes.
     *
     * @param needed the bytes of the smallest parts of the graph, and of what stays all the time
     * @param ofNodes the latter alone
     */
    public static String noPasses(GpuDevice device, long needed, long ofNodes) {
        return Bytes.toText(needed) + " of device memory are needed even in many passes over the graph ("
                + Bytes.toText(ofNodes) + " for its nodes, the rest for the largest one), but only "
                + Bytes.toText(device.limitBytes()) + " may be used";
    }

    /** The name of the root of an estimate of device memory. */
    public static String nameOf(GpuDevice device) {
        return "device memory of " + device.info().name();
    }
}
