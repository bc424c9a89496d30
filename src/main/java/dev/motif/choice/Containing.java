package dev.motif.choice;

import java.util.List;

/**
 * A request to find groups in a whole graph, all of which may have to contain some vertices.
 *
 * @param <C> the configuration
 */
public interface Containing<C> {
    /**
     * This as far as it contains the given vertices.
     *
     * @param left of the left side, or of a unipartite graph
     * @param right of the right side
     */
    C containing(List<Integer> left, List<Integer> right);
}
