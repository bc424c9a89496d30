/** Graphs as compressed sparse rows in off-heap buffers. Plain data: JDK only, no Neo4j, no CUDA. */
package dev.motif.graph;
