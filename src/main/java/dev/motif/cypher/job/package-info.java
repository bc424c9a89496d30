/**
 * Jobs: what a running call shows of its progress, and how it is found and cancelled.
 *
 * <p>May use {@code parallel}, {@code backend}, {@code text} and Neo4j.
 */
package dev.motif.cypher.job;
