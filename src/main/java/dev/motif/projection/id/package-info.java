/** The ids that Neo4j gives nodes and relationships, packed, by vertex and by edge of a graph; and what keeps them from being used again. */
package dev.motif.projection.id;
