package dev.motif.algorithm.count.graphlet;

import java.io.Serializable;

/**
 * A request for counts of graphlets.
 *
 * @param perVertex whether the orbits of each vertex are counted too
 */
public record GraphletConfig(boolean perVertex) implements Serializable {}
