package dev.motif.bench.experiments;

import java.util.List;
import java.util.Map;

/**
 * A paper whose evaluation is run again.
 *
 * @param name as the command line calls it
 * @param source authors, title, where and when it appeared, DOI
 * @param experiments in the paper's order
 * @param left what of its evaluation is not run, and why
 */
public record Paper(String name, String source, List<Experiment> experiments, Map<String, String> left) {}
