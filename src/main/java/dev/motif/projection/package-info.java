/** Reads nodes and relationships of Neo4j into a graph, and maps its vertices and edges back to their Neo4j ids. */
package dev.motif.projection;
