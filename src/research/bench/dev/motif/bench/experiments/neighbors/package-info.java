/** The evaluation of the paper on common neighbors: MPS and BMP. */
package dev.motif.bench.experiments.neighbors;
