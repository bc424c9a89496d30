/**
 * (alpha,beta)-cores of a bipartite graph, by peeling.
 *
 * <p>May use {@code backend} and all below it; its procedures also {@code cypher}, {@code catalog}, {@code projection} and
 * Neo4j.
 */
package dev.motif.algorithm.biclique.alphabetacore;
