/**
 * Common neighbors and similarity of pairs of nodes that need not be related.
 *
 * <p>May use {@code intersection}, the model, {@code backend} and all below it; its procedures also {@code cypher}, {@code
 * catalog}, {@code projection} and Neo4j.
 */
package dev.motif.algorithm.commonneighbors.pairs;
