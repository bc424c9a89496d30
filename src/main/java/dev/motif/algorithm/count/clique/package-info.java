/**
 * How many k-cliques there are, in total, by node and by relationship: the procedures, the choice of a technique, and
 * the figures of a run.
 */
package dev.motif.algorithm.count.clique;
