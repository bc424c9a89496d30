/**
 * (alpha,beta)-cores of a bipartite graph: the cores whose left nodes have alpha neighbors and whose right nodes have
 * beta.
 */
package dev.motif.algorithm.level.alphabeta;
