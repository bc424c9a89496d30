/**
 * Core numbers of nodes, and the order of the vertices that they give.
 *
 * <p>May use {@code backend} and all below it; its procedures also {@code cypher}, {@code catalog}, {@code
 * projection} and Neo4j.
 */
package dev.motif.algorithm.kclique.kcore;
