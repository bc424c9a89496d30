package dev.motif.projection;

/**
 * How many of the relationships that were read are not in the graph, and why; and how many nodes are not.
 *
 * @param duplicates dropped because another one joins the same two nodes
 * @param selfLoops dropped because they join a node to itself
 * @param wrongSide dropped because they do not join the two sides (of a unipartite graph: because one of their nodes
 *     was not projected)
 * @param filtered dropped by the filter on their properties
 * @param filteredNodes nodes left out by the filters on their properties
 */
public record ProjectionStatistics(
        long duplicates, long selfLoops, long wrongSide, long filtered, long filteredNodes) {}
