package dev.motif.bench.load;

/** Takes edges in any order. Not thread-safe. */
@FunctionalInterface
public interface EdgeSink {
    /** Adds the edge between {@code u} and {@code v}: left and right in a bipartite graph. */
    void add(int u, int v);
}
