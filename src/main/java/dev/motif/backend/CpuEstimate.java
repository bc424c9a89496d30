package dev.motif.backend;

/**
 * What a run on the CPU needs beyond the graph itself.
 *
 * @param offHeap off-heap memory
 * @param heap what it holds on the heap at once; null when that is not known
 */
public record CpuEstimate(MemoryEstimate offHeap, MemoryEstimate heap) {
    /** What little heap is at most. */
    public static final long LITTLE_HEAP_BYTES = 4 << 20;

    /**
     * For a run that holds little on the heap, whatever the graph, since all that is large is kept off it.
     *
     * @param heapParts what may be large there nonetheless
     */
    public static CpuEstimate of(MemoryEstimate offHeap, MemoryEstimate... heapParts) {
        return new CpuEstimate(offHeap, heapOf(heapParts));
    }

    /** Heap of which {@code parts} are what may be large. */
    public static MemoryEstimate heapOf(MemoryEstimate... parts) {
        MemoryEstimate sum = MemoryEstimate.sum("heap", parts);
        return new MemoryEstimate(sum.name(), sum.minBytes(), Math.max(LITTLE_HEAP_BYTES, sum.maxBytes()), sum.parts());
    }
}
