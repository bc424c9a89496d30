package dev.motif.bench.experiments.gbfc;

import dev.motif.bench.baseline.butterfly.ButterflyBaseline;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Technique;
import dev.motif.graph.BipartiteGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The ways to count the butterflies of a graph, which all must agree on the number. */
final class Techniques {
    /** The number of butterflies as text, which is always exact. */
    static final String COUNT = "countText";

    private Techniques() {}

    static Technique baseline(ButterflyBaseline baseline) {
        return Technique.baseline(
                baseline.title(),
                COUNT,
                (graph, execution) -> Map.of(
                        COUNT, baseline.count((BipartiteGraph) graph, execution).toString()));
    }

    static List<Technique> baselines(ButterflyBaseline... baselines) {
        return Arrays.stream(baselines).map(Techniques::baseline).toList();
    }

    /** G-BFC on the backends of a run. */
    static List<Technique> gbfc(ExperimentRunner lab, String name, Map<String, Object> config) {
        return lab.onBackends(name, "research.gbfc", config, COUNT);
    }

    /** The project's default, the total alone, on the backends of a run. */
    static List<Technique> priority(ExperimentRunner lab) {
        return lab.onBackends("PRIORITY", "butterfly", Map.of("maxima", false), COUNT);
    }
}
