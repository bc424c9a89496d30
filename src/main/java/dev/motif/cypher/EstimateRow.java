package dev.motif.cypher;

import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.NativeMemory;
import java.util.Map;
import org.neo4j.procedure.Description;

/** A row of the {@code .estimate} procedures. */
public record EstimateRow(
        @Description("The off-heap memory needed, for people")
        String requiredMemory,

        @Description("What it consists of, a part a line") String treeView,
        @Description("What it consists of, as nested maps") Map<String, Object> mapView,
        @Description("The least off-heap bytes needed") long bytesMin,
        @Description("The most off-heap bytes needed") long bytesMax,
        @Description("Nodes of the graph") long nodeCount,
        @Description("Relationships of the graph") long relationshipCount,

        @Description("Off-heap bytes that are free in the server's budget")
        long bytesFree) {
    static EstimateRow of(
            String procedure, GraphSize size, MemoryEstimate graph, MemoryEstimate algorithm, NativeMemory memory) {
        MemoryEstimate total = MemoryEstimate.sum(procedure, graph, algorithm);
        return new EstimateRow(
                total.text(),
                total.treeView(),
                total.mapView(),
                total.minBytes(),
                total.maxBytes(),
                size.vertices(),
                size.edges(),
                memory.freeBytes());
    }
}
