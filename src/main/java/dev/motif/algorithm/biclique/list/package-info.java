/**
 * The (p,q)-bicliques of a graph one by one.
 *
 * <p>May use {@code pivot}, the model, {@code backend} and all below it; its procedures also {@code cypher},
 * {@code projection} and Neo4j.
 */
package dev.motif.algorithm.biclique.list;
