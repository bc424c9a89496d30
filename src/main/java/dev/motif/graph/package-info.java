/**
 * Graphs as compressed sparse rows in off-heap memory. Plain data: uses only the JDK and {@code parallel}, no Neo4j and
 * no CUDA. Part of the library's API.
 */
package dev.motif.graph;
