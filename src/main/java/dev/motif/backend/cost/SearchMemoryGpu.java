package dev.motif.backend.cost;

import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * The device memory of a search from the roots of a graph. The search itself takes more for more edges, since its local
 * graphs are larger then.
 *
 * @param copies the copies of the graph that it needs
 * @param fixedBytes what is needed besides these and what the search itself may use
 * @param edges the number of edges of the graph
 */
public record SearchMemoryGpu(GpuDevice device, List<DeviceGraphCache.Need> copies, long fixedBytes, long edges) {
    private static final long LEAST_BYTES = 256L << 20;
    private static final long BYTES_PER_EDGE = 4096;
    private static final long MOST_BYTES = 16L << 30;

    private long copyBytes() {
        return DeviceGraphCache.Need.sum(copies);
    }

    /** Why the device has no room for it, or null when it has. */
    public String obstacle() {
        return device.obstacle(fixedBytes + LEAST_BYTES + copyBytes());
    }

    /** The bytes that the search itself may use. */
    public long searchBytes() {
        long free = device.limitBytes() - fixedBytes - copyBytes();
        long wanted = Math.min(MOST_BYTES, LEAST_BYTES + BYTES_PER_EDGE * edges);
        return Math.max(LEAST_BYTES, Math.min(wanted, free));
    }

    /**
     * The estimate of a run.
     *
     * @param heap what the run keeps on the heap
     * @param ofFixed what {@link #fixedBytes} are for
     * @param ofSearch what {@link #searchBytes} are for
     */
    public GpuEstimate estimate(MemoryEstimate offHeap, MemoryEstimate heap, String ofFixed, String ofSearch) {
        MemoryEstimate searching = MemoryEstimate.sum(
                "searching", MemoryEstimate.of(ofFixed, fixedBytes), MemoryEstimate.of(ofSearch, searchBytes()));
        return GpuEstimate.of(device, offHeap, copyBytes(), searching).withHeap(heap);
    }

    /** Waits for the memory, and opens a session with it. */
    public GpuSession open(Workers workers) {
        workers.progress().begin("waiting for the GPU", 0);
        return device.open(copies, fixedBytes + searchBytes(), workers);
    }
}
