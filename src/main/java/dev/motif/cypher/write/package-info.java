/**
 * Writes results back to the database, as properties or as groups of nodes, in transactions of its own.
 *
 * <p>May use {@code cypher.job}, {@code cypher.config}, {@code projection}, {@code graph} and {@code parallel}, and
 * Neo4j.
 */
package dev.motif.cypher.write;
