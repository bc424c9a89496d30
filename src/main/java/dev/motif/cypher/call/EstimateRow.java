package dev.motif.cypher.call;

import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunTimes;
import dev.motif.graph.memory.NativeMemory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import org.neo4j.procedure.Description;

/** A row of the {@code .estimate} procedures. */
public record EstimateRow(
        @Description("The off-heap memory needed, human-readable")
        String requiredMemory,

        @Description("The parts of the memory, a part a line")
        String treeView,

        @Description("The parts of the memory, as nested maps")
        Map<String, Object> mapView,

        @Description("The least off-heap bytes needed") long bytesMin,
        @Description("The most off-heap bytes needed") long bytesMax,

        @Description("The least heap bytes held at once; null where that is not known, as for reports")
        Long heapBytesMin,

        @Description("The most heap bytes held at once, without batches being written; null where that is not known")
        Long heapBytesMax,

        @Description("Nodes of the graph") long nodeCount,
        @Description("Relationships of the graph") long relationshipCount,

        @Description("Off-heap bytes that are free in the server's budget")
        long bytesFree,

        @Description("CPU or GPU: what the call would use now")
        String backend,

        @Description("The bytes of the GPU that the call would reserve if the graph was there already; null on the CPU")
        Long deviceBytesMin,

        @Description("The most bytes of the GPU that the call would reserve; null on the CPU")
        Long deviceBytesMax,

        @Description("About how many milliseconds the algorithm takes on the CPU; null where that is not known")
        Double estimatedCpuMillis,

        @Description("The same on one GPU; null also where none can be used")
        Double estimatedGpuMillis) {
    /** Estimates of time are right to one digit at best. */
    private static final MathContext DIGITS = new MathContext(2);

    /**
     * Makes the row of the estimates.
     *
     * @param heap null when it is not known
     * @param device the GPU memory, null for a run on the CPU
     * @param times null when they are not known
     * @param memory the off-heap budget, whose free bytes the row shows
     */
    public static EstimateRow of(
            GraphSize size,
            MemoryEstimate offHeap,
            MemoryEstimate heap,
            MemoryEstimate device,
            RunTimes times,
            NativeMemory memory) {
        Map<String, Object> map = offHeap.mapView();
        String tree = offHeap.treeView();
        if (heap != null) {
            map.put("heap", heap.mapView());
            tree += heap.treeView();
        }
        if (device != null) {
            map.put("device", device.mapView());
            tree += device.treeView();
        }
        return new EstimateRow(
                offHeap.text(),
                tree,
                map,
                offHeap.minBytes(),
                offHeap.maxBytes(),
                heap == null ? null : (Long) heap.minBytes(),
                heap == null ? null : (Long) heap.maxBytes(),
                size.vertices(),
                size.edges(),
                memory.freeBytes(),
                device == null ? Backend.CPU.name() : Backend.GPU.name(),
                device == null ? null : (Long) device.minBytes(),
                device == null ? null : (Long) device.maxBytes(),
                times == null ? null : rounded(times.cpuMillis()),
                times == null ? null : rounded(times.gpuMillis()));
    }

    private static Double rounded(double millis) {
        return Double.isInfinite(millis)
                ? null
                : (Double) new BigDecimal(millis).round(DIGITS).doubleValue();
    }
}
