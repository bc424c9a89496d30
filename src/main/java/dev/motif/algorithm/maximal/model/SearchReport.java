package dev.motif.algorithm.maximal.model;

import dev.motif.graph.Side;

/**
 * What a search did.
 *
 * @param nodes nodes of the search trees: sets of common vertices that were tried, maximal or not
 * @param busyRatio the workers' run times added up, over the longest of them times their number; 1 is ideal
 * @param technique {@link MaximalBicliqueConfig.Technique#BITMAP} or {@link MaximalBicliqueConfig.Technique#CUMBE}
 * @param side {@link Side#LEFT} or {@link Side#RIGHT}
 */
public record SearchReport(long nodes, double busyRatio, MaximalBicliqueConfig.Technique technique, Side side) {}
