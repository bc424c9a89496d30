package dev.motif.bench;

import dev.motif.graph.memory.OffHeapLongs;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of one run. Owns {@code counts}.
 *
 * @param row the statistics, a record whose components are what the procedure's columns are
 * @param per the values by vertex or edge, or null when they were not asked for
 * @param counts the algorithm's own result
 */
public record BenchResult(Record row, Per per, AutoCloseable counts) implements AutoCloseable {
    /**
     * Values of vertices or edges.
     *
     * @param of {@code "node"} or {@code "relationship"}
     * @param parts the checksum of one array, or of several by name, such as left and right
     */
    public record Per(String of, Map<String, ValueChecksum> parts) {
        static Per vertices(OffHeapLongs numbers) {
            return new Per("node", Map.of("nodes", ValueChecksum.of(numbers)));
        }

        static Per vertices(OffHeapLongs left, OffHeapLongs right) {
            Map<String, ValueChecksum> parts = new LinkedHashMap<>();
            parts.put("left", ValueChecksum.of(left));
            parts.put("right", ValueChecksum.of(right));
            return new Per("node", parts);
        }

        static Per edges(ValueChecksum edges) {
            return new Per("relationship", Map.of("edges", edges));
        }
    }

    @Override
    public void close() throws Exception {
        counts.close();
    }
}
