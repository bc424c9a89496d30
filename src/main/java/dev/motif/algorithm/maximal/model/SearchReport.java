package dev.motif.algorithm.maximal.model;

/**
 * What a search did.
 *
 * @param nodes nodes of the search trees: sets of common vertices that were tried, maximal or not
 * @param busyRatio the workers' run times added up, over the longest of them times their number; 1 is ideal
 * @param method {@link MaximalBicliqueConfig.Method#BITMAP} or {@link MaximalBicliqueConfig.Method#CUMBE}
 * @param side {@link MaximalBicliqueConfig.RootSide#LEFT} or {@link MaximalBicliqueConfig.RootSide#RIGHT}
 */
public record SearchReport(
        long nodes, double busyRatio, MaximalBicliqueConfig.Method method, MaximalBicliqueConfig.RootSide side) {}
