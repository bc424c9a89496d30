/** Reads labels and relationship types of Neo4j into a graph, and maps vertices and edges back to their ids. */
package dev.motif.projection;
