/** Common neighbors by triangles of the graph oriented by degree. On the CPU, and on a GPU at once or in passes. */
package dev.motif.algorithm.similar.neighbors.oriented;
