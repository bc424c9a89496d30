/**
 * The procedures about graphs and about the server, and the base class of all classes of procedures.
 *
 * <p>May use the rest of {@code cypher} and all below it, and Neo4j.
 */
package dev.motif.cypher.procedure;
