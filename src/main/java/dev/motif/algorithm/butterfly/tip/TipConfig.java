package dev.motif.algorithm.butterfly.tip;

import dev.motif.graph.Side;

/**
 * What to compute.
 *
 * @param side whose vertices are peeled; the other side is kept
 */
public record TipConfig(Side side) {}
