package dev.motif.algorithm.count.triad;

import dev.motif.backend.Directed;
import dev.motif.graph.EdgeDirections;
import java.io.Serializable;

/**
 * A request for a census of triads.
 *
 * @param perVertex whether the places of each vertex are counted too
 * @param directions of the edges; null while only the size of a graph is known
 */
public record TriadConfig(boolean perVertex, EdgeDirections directions) implements Directed<TriadConfig>, Serializable {
    @Override
    public TriadConfig directed(EdgeDirections others) {
        return new TriadConfig(perVertex, others);
    }
}
