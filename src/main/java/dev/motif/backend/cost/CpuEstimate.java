package dev.motif.backend.cost;

/**
 * The memory of a run on the CPU beyond the graph itself.
 *
 * @param offHeap its off-heap memory
 * @param heap the most that it holds on the heap at once; null when that is not known
 */
public record CpuEstimate(MemoryEstimate offHeap, MemoryEstimate heap) {
    /** The most bytes of heap that a run needs for small objects, whatever the graph. */
    public static final long LITTLE_HEAP_BYTES = 4 << 20;

    /**
     * The estimate of a run that keeps everything large off the heap, except {@code heapParts}.
     *
     * @param heapParts what may be large on the heap nevertheless
     */
    public static CpuEstimate of(MemoryEstimate offHeap, MemoryEstimate... heapParts) {
        return new CpuEstimate(offHeap, heapOf(heapParts));
    }

    /** The heap of a run on which only {@code parts} may be large; its most is at least {@link #LITTLE_HEAP_BYTES}. */
    public static MemoryEstimate heapOf(MemoryEstimate... parts) {
        MemoryEstimate sum = MemoryEstimate.sum("heap", parts);
        return new MemoryEstimate(sum.name(), sum.minBytes(), Math.max(LITTLE_HEAP_BYTES, sum.maxBytes()), sum.parts());
    }
}
