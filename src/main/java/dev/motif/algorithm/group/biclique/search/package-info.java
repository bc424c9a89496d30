/**
 * The parts that all searches of maximal bicliques are made of: workers, their results, and the state of a search on a
 * GPU.
 */
package dev.motif.algorithm.group.biclique.search;
