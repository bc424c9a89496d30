/** Generates graphs from a few numbers and a seed: the same graph on every machine, with any number of threads. */
package dev.motif.bench.generate;
