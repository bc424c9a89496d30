package dev.motif.bench;

import dev.motif.text.Suggestions;
import java.util.List;

/** The algorithms of the command line: a new one is a line here. */
final class BenchAlgorithms {
    static final List<BenchAlgorithm> ALL = List.of(
            new ButterflyBench(),
            new WingBench(),
            new TipBench(),
            new BicliqueBench(),
            new MaximalBench(),
            new KCliqueBench(),
            new KCoreBench(),
            new CommonNeighborsBench());

    private BenchAlgorithms() {}

    /** @throws IllegalArgumentException when there is none of that name */
    static BenchAlgorithm named(String name) {
        List<String> names = ALL.stream().map(BenchAlgorithm::name).toList();
        return ALL.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown algorithm '" + name + "'"
                        + Suggestions.hint(name, names) + ". Allowed: " + String.join(", ", names)));
    }
}
