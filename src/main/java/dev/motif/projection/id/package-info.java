/** The ids that Neo4j gives nodes and relationships, packed, by vertex and by edge of a graph. */
package dev.motif.projection.id;
