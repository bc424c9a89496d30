package dev.motif.algorithm.group.list;

/**
 * A request for a list of cliques.
 *
 * @param k the number of vertices of a clique, 0 or more; with 0 there is one, the empty one
 */
public record KCliqueListConfig(int k) {}
