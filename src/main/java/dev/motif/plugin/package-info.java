/**
 * What starts and stops with a server: the settings of neo4j.conf, the first line in the log, and the figures for JMX.
 *
 * <p>Neo4j finds both classes by the services of the jar. May use {@code cypher}, {@code catalog}, {@code gpu}, {@code
 * graph}, {@code text} and Neo4j.
 */
package dev.motif.plugin;
