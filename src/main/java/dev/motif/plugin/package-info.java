/**
 * Starts and stops with a server: the settings of neo4j.conf, the first line in the log, the figures for JMX, and
 * graphs that come back from files.
 *
 * <p>Neo4j finds them by the services of the jar. May use {@code cypher}, {@code catalog}, {@code gpu}, {@code
 * graph}, {@code text} and Neo4j.
 */
package dev.motif.plugin;
