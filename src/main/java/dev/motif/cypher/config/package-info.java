/**
 * Reads and checks configuration maps: the parameters of calls, projections and writing.
 *
 * <p>May use {@code projection}, {@code backend}, {@code parallel}, {@code text} and Neo4j.
 */
package dev.motif.cypher.config;
