/** The programs that papers on k-cliques are compared with, made from their papers' descriptions. */
package dev.motif.bench.baseline.kclique;
