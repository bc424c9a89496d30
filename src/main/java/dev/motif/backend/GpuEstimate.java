package dev.motif.backend;

/**
 * What a run on a GPU needs beyond the graph itself.
 *
 * @param offHeap off-heap memory of the host
 * @param device memory of the device: the most is what the run reserves there, the least what it reserves when the graph
 *     is on the device already
 */
public record GpuEstimate(MemoryEstimate offHeap, MemoryEstimate device) {}
