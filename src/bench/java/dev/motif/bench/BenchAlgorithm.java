package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.bench.load.GraphKind;
import java.util.Map;

/** An algorithm that the command line can run. */
interface BenchAlgorithm {
    Algorithm<?, ?, ?> algorithm();

    /** As in the procedures: {@code "butterfly"}, {@code "biclique.count"}. */
    default String name() {
        return algorithm().name();
    }

    /** The kind of graph it works on. */
    GraphKind graphKind();

    /** The keys of its configuration with their values, for {@code --help}, in one line. */
    String configHelp();

    /** @throws IllegalArgumentException when {@code config} has an unknown key or a wrong value */
    BenchJob configure(Map<String, Object> config);
}
