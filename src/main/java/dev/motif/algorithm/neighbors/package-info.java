/** Common neighbors of adjacent vertices, and of pairs of any vertices. */
package dev.motif.algorithm.neighbors;
