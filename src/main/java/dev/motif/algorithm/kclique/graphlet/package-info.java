/**
 * Graphlets: the connected induced subgraphs of three and four vertices, in total and by the place of each vertex in them.
 *
 * <p>May use counting k-cliques, the model, {@code backend} and all below it; its procedures also {@code cypher}, {@code
 * projection} and Neo4j.
 */
package dev.motif.algorithm.kclique.graphlet;
