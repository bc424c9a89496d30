package dev.motif.algorithm.count.graphlet;

import java.io.Serializable;

/**
 * What to count.
 *
 * @param perVertex whether the orbits of each vertex are counted too
 */
public record GraphletConfig(boolean perVertex) implements Serializable {}
