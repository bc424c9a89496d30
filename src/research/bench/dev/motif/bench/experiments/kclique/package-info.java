/** The evaluation of the paper on k-cliques: orientation and pivots. */
package dev.motif.bench.experiments.kclique;
