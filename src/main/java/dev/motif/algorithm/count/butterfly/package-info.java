/**
 * How many butterflies (4-cycles of a bipartite graph) there are, in total, by node and by relationship: the
 * procedures, the choice of a technique, and the figures of a run.
 */
package dev.motif.algorithm.count.butterfly;
