/**
 * Finds a subgraph that is dense in k-cliques, or in edges.
 *
 * <p>May use counting k-cliques, the model, {@code backend} and all below it; its procedures also {@code cypher}, {@code
 * projection} and Neo4j.
 */
package dev.motif.algorithm.kclique.densest;
