/**
 * Writing results back: properties in transactions of their own, and groups.
 *
 * <p>May use {@code cypher.job}, {@code cypher.config}, {@code projection}, {@code graph} and {@code parallel}, and
 * Neo4j.
 */
package dev.motif.cypher.write;
