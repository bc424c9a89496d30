package dev.motif.bench.experiments;

/** A table or figure of a paper, or several that one run gives. Holds no state between runs. */
public interface Experiment {
    /** The start of the names of its files, such as {@code "figure-3"}: lower case, digits and hyphens. */
    String name();

    /** The subject, such as {@code "Figure 3: skewed degrees, one thread"}. */
    String title();

    /** The paper's result, in a sentence or two. */
    String claim();

    /** Runs it on the graphs of {@code lab}. */
    Outcome run(ExperimentRunner lab) throws Exception;
}
