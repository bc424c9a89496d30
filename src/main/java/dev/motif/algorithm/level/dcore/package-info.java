/** Cores of directed graphs, by the arcs that lead to a vertex and the arcs that leave it. */
package dev.motif.algorithm.level.dcore;
