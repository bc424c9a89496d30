package dev.motif.algorithm.sample.estimate;

import dev.motif.graph.Side;

/**
 * The count or the estimate of each vertex of a bipartite graph.
 *
 * @param counts gives it
 * @param freeing frees what {@code counts} reads
 */
public record SampledSides(Counts counts, Runnable freeing) implements AutoCloseable {
    /** Gives what is known of a vertex. */
    @FunctionalInterface
    public interface Counts {
        SampledCount of(Side side, int vertex);
    }

    public SampledCount count(Side side, int vertex) {
        return counts.of(side, vertex);
    }

    @Override
    public void close() {
        freeing.run();
    }
}
