/** Truss numbers of relationships, by peeling the edges in the fewest triangles. */
package dev.motif.algorithm.level.truss;
