/**
 * The procedures about graphs and about the server, and what classes of procedures inherit.
 *
 * <p>May use the rest of {@code cypher} and all below it, and Neo4j.
 */
package dev.motif.cypher.procedure;
