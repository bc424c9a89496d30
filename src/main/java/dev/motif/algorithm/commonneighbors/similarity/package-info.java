/**
 * The most similar nodes of each node, by their common neighbors.
 *
 * <p>May use {@code pairs}, the model, {@code backend} and all below it; its procedures also {@code cypher}, {@code catalog}, {@code
 * projection} and Neo4j.
 */
package dev.motif.algorithm.commonneighbors.similarity;
