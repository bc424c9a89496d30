/**
 * The tables and figures of the papers' evaluations, run again by one command: {@link
 * dev.motif.bench.experiments.Experiments}.
 *
 * <p>A paper is a package here with a {@link dev.motif.bench.experiments.Paper}, listed in {@link
 * dev.motif.bench.experiments.Experiments}, of {@link dev.motif.bench.experiments.Experiment}s. An experiment takes
 * graphs and runs techniques on them through a {@link dev.motif.bench.experiments.ExperimentRunner}, and hands back tables, charts and
 * findings.
 */
package dev.motif.bench.experiments;
