/**
 * Truss numbers of edges, by peeling the edges in the fewest triangles.
 *
 * <p>May use {@code oriented}, {@code backend} and all below it; its procedures also {@code cypher}, {@code catalog}, {@code
 * projection} and Neo4j.
 */
package dev.motif.algorithm.commonneighbors.ktruss;
