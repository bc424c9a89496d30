/**
 * The face of common neighbors of adjacent nodes: procedures, the algorithm, and the figures of a run.
 *
 * <p>May use its techniques and model, {@code backend} and all below it; its procedures also {@code cypher}, {@code
 * catalog}, {@code projection} and Neo4j.
 */
package dev.motif.algorithm.commonneighbors;
