package dev.motif.backend;

import dev.motif.graph.EdgeDirections;

/** A configuration of an algorithm about directions of edges, which needs the directions of the graph. */
public interface Directed<C> {
    /** The directions of the edges of the graph; null before they are known. */
    EdgeDirections directions();

    /**
     * This with directions.
     *
     * @param directions of the edges of the graph, valid until the run has ended
     */
    C directed(EdgeDirections directions);
}
