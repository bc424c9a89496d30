/** The evaluation of the paper on G-BFC. */
package dev.motif.bench.experiments.gbfc;
