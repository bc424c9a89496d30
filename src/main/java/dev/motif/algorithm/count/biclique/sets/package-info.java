/** How many sets of vertices of one side of a small, dense graph have each number of neighbors in common? */
package dev.motif.algorithm.count.biclique.sets;
