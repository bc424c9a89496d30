/**
 * Clustering coefficients of the nodes of bipartite graphs.
 *
 * <p>May use counting butterflies, the model, {@code backend} and all below it; its procedures also {@code cypher},
 * {@code projection} and Neo4j.
 */
package dev.motif.algorithm.butterfly.clustering;
