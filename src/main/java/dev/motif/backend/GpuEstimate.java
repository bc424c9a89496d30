package dev.motif.backend;

import dev.motif.gpu.GpuDevice;

/**
 * What a run on a GPU needs beyond the graph itself.
 *
 * @param offHeap off-heap memory of the host
 * @param device memory of the device: the most is what the run reserves there, the least what it reserves when the graph
 *     is on the device already
 */
public record GpuEstimate(MemoryEstimate offHeap, MemoryEstimate device) {
    /**
     * For a run that uses a copy of the graph, which stays on the device.
     *
     * @param copyBytes what making the copy needs, unless it is there already
     * @param work what the run needs beside it
     */
    public static GpuEstimate of(GpuDevice device, MemoryEstimate offHeap, long copyBytes, MemoryEstimate work) {
        return new GpuEstimate(
                offHeap,
                MemoryEstimate.sum(
                        nameOf(device),
                        MemoryEstimate.range("copy of the graph, unless it is there already", 0, copyBytes),
                        work));
    }

    /** The name of a tree of device memory. */
    public static String nameOf(GpuDevice device) {
        return "device memory of " + device.info().name();
    }
}
