/** How many neighbors the two nodes of each relationship have in common, and so the triangles. */
package dev.motif.algorithm.similar.neighbors;
