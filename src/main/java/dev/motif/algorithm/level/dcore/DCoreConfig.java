package dev.motif.algorithm.level.dcore;

import dev.motif.backend.Directed;
import dev.motif.graph.EdgeDirections;
import java.io.Serializable;

/**
 * A request for cores of a directed graph.
 *
 * @param k the least number of arcs to each vertex, 0 or more
 * @param directions of the edges; null while only the size of a graph is known
 */
public record DCoreConfig(int k, EdgeDirections directions) implements Directed<DCoreConfig>, Serializable {
    @Override
    public DCoreConfig directed(EdgeDirections others) {
        return new DCoreConfig(k, others);
    }
}
