/** Counting (p,q)-bicliques: in total, as a table of all sizes, by vertex and by edge; and the densest subgraph. */
package dev.motif.algorithm.biclique;
