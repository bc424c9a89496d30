package dev.motif.bench;

import dev.motif.graph.OffHeapLongs;
import java.util.Map;

/**
 * What one run gave. Owns {@code counts}.
 *
 * @param row the statistics, a record whose components are what the procedure's columns are
 * @param per the values by vertex or edge, or null when they were not asked for
 * @param counts the algorithm's own result, to which the arrays in {@code per} belong
 */
record BenchResult(Record row, Per per, AutoCloseable counts) implements AutoCloseable {
    /**
     * Values of vertices or edges.
     *
     * @param of {@code "node"} or {@code "relationship"}
     * @param parts one array, or several by name, such as left and right
     */
    record Per(String of, Map<String, OffHeapLongs> parts) {}

    @Override
    public void close() throws Exception {
        counts.close();
    }
}
