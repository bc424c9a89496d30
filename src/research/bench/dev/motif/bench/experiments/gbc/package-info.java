/** The evaluation of the paper on GBC: (p,q)-bicliques. */
package dev.motif.bench.experiments.gbc;
