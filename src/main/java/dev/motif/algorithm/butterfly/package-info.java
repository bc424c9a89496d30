/** Butterfly counting: (2,2)-bicliques in total, by vertex and by edge. */
package dev.motif.algorithm.butterfly;
