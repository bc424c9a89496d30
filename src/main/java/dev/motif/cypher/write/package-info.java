/**
 * Writes results back to the database, as properties or as groups of nodes, in transactions of its own; or into columns of
 * a named graph.
 *
 * <p>May use {@code cypher.call}, {@code cypher.config}, {@code catalog}, {@code projection}, {@code graph} and {@code parallel}, and
 * Neo4j.
 */
package dev.motif.cypher.write;
