/**
 * Runs a procedure's call: from a graph's name or a projection to the rows of an algorithm.
 *
 * <p>May use {@code cypher.write}, {@code cypher.job}, {@code cypher.config}, {@code catalog}, {@code projection},
 * {@code backend} and all below them, and Neo4j.
 */
package dev.motif.cypher.call;
