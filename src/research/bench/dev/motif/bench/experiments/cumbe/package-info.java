/** The evaluation of the thesis on cuMBE: maximal bicliques. */
package dev.motif.bench.experiments.cumbe;
