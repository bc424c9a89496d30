/**
 * How many (p,q)-bicliques there are, in total, by node and by relationship: the procedures, the choice of a technique
 * and a side, and the figures of a run.
 */
package dev.motif.algorithm.count.biclique;
