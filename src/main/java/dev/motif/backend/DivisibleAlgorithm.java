package dev.motif.backend;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Mergeable;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Graph;
import java.io.Serializable;
import java.util.List;

/**
 * An algorithm whose work can be done range by range, each on any machine that has the graph: the sum of what all ranges
 * of a division give is the result of one run, whatever their order.
 *
 * @param <G> the kind of graph it works on
 * @param <C> its configuration
 * @param <R> its result, owned by the caller
 */
public interface DivisibleAlgorithm<G extends Graph, C, R extends Mergeable<R>> extends Algorithm<G, C, R> {
    /**
     * The work of a run in ranges.
     *
     * @param config the configuration for all ranges, in which all that machines could choose differently is settled
     * @param ranges all positions, in one range or more
     * @param <C> the kind of configuration
     */
    record Division<C>(C config, List<WorkRange> ranges) implements Serializable {}

    /**
     * Divides the work into at most {@code parts} ranges of about equal weight.
     *
     * @throws IllegalArgumentException when the work of this configuration cannot be divided, or {@code parts} is less
     *     than 1
     */
    Division<C> divide(G graph, C config, int parts, Execution execution);

    /**
     * {@code config}, in which that is settled which devices could choose differently, for parts on several of them.
     *
     * @param part what one of them found in a part
     */
    default C settled(C config, R part) {
        return config;
    }

    /**
     * Does some ranges of a division's work on the CPU, with all workers of {@code execution}.
     *
     * @param config the configuration of the division
     * @param ranges some of the division's, or parts of them, in any order
     */
    R cpu(G graph, C config, List<WorkRange> ranges, Execution execution);
}
