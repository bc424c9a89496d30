package dev.motif.bench;

import dev.motif.bench.args.Names;
import java.util.List;

/** The algorithms of the command line: a new one is a line here. */
final class BenchAlgorithms {
    static final List<BenchAlgorithm> ALL = List.of(new ButterflyBench(), new WingBench(), new TipBench());

    private BenchAlgorithms() {}

    /** @throws IllegalArgumentException when there is none of that name */
    static BenchAlgorithm named(String name) {
        return ALL.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Names.unknown(
                        "algorithm",
                        name,
                        ALL.stream().map(BenchAlgorithm::name).toList()));
    }
}
