package dev.motif.bench.experiments.kclique;

import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import dev.motif.graph.Graph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Table 3 and Figure 5: the baselines and the project's techniques for sizes from 4 to 11. A technique that a size took
 * beyond the limit is not run for larger sizes of that graph.
 */
final class CliqueTimes implements Experiment {
    private static final int MIN_SIZE = 4;
    private static final int MAX_SIZE = 11;
    private static final int MAX_QUICK_SIZE = 6;
    private static final List<String> BASELINES = List.of("ARB-COUNT", "Pivoter");

    @Override
    public String name() {
        return "table-3";
    }

    @Override
    public String title() {
        return "Table 3 and Figure 5: sizes 4 to 11";
    }

    @Override
    public String claim() {
        return "orientation is faster for small k and pivots for large k, on the CPU and the GPU, mostly from about 8 on;"
                + " the best form on a V100 is 12.39, 6.21 and 18.99 times as fast as the better of ARB-COUNT and Pivoter on"
                + " a CPU for k 4, 7 and 10, as a geometric mean.";
    }

    /** How many times as fast as the better baseline the best technique is, by size. */
    private static final class Speedups {
        private final Map<Integer, List<Double>> bySize = new TreeMap<>();
        private int small;
        private int large;
        private int smallByOrientation;
        private int largeByPivots;

        void add(int k, Map<String, Times> times) {
            Times arbCount = times.get(BASELINES.get(0));
            Times pivoter = times.get(BASELINES.get(1));
            if (arbCount == null || pivoter == null) {
                return;
            }
            times.entrySet().stream()
                    .filter(each -> !BASELINES.contains(each.getKey())
                            && !each.getValue().isCut())
                    .mapToDouble(each -> each.getValue().min())
                    .min()
                    .ifPresent(best -> bySize.computeIfAbsent(k, size -> new ArrayList<>())
                            .add(Math.min(atLeast(arbCount), atLeast(pivoter)) / best));
            if (arbCount.isCut() && pivoter.isCut()) {
                return;
            }
            if (k == MIN_SIZE) {
                small++;
                smallByOrientation += atLeast(arbCount) < atLeast(pivoter) ? 1 : 0;
            } else if (k == MAX_SIZE) {
                large++;
                largeByPivots += atLeast(pivoter) < atLeast(arbCount) ? 1 : 0;
            }
        }

        /** The fastest run, or the limit where there is none: at least that long. */
        private static double atLeast(Times times) {
            return times.isCut() ? times.limitMillis() : times.min();
        }

        Outcome findings(Outcome outcome) {
            outcome.with(Finding.of("at k 4 ARB-COUNT is faster than Pivoter", smallByOrientation, small, ""));
            outcome.with(Finding.of("at k 11 Pivoter is faster than ARB-COUNT", largeByPivots, large, ""));
            for (int k : List.of(4, 7, 10)) {
                List<Double> ratios = bySize.getOrDefault(k, List.of());
                int faster = (int) ratios.stream().filter(ratio -> ratio > 1).count();
                Double mean = Times.mean(ratios);
                outcome.with(Finding.of(
                        "at k " + k + " the best technique is faster than the better baseline",
                        faster,
                        ratios.size(),
                        mean == null
                                ? "No graph where both baselines and a technique ran."
                                : String.format(
                                        Locale.ROOT,
                                        "Geometric mean %.2f; a baseline that was cut counts as its limit.",
                                        mean)));
            }
            return outcome;
        }
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        List<Technique> columns = lab.possible(KCliquePaper.techniques(MIN_SIZE));
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("k"))
                .with(Column.count("Cliques"))
                .with(Column.millis(columns));
        Speedups speedups = new Speedups();
        KCliquePaper.GRAPHS.forEach(lab, (name, graph) -> {
            Set<String> beyond = new HashSet<>();
            for (int k = MIN_SIZE; k <= (lab.quick() ? MAX_QUICK_SIZE : MAX_SIZE); k++) {
                row(lab, name, graph, k, beyond, table, speedups);
            }
        });
        return speedups.findings(new Outcome().with(table, Figure.lines("Figure 5: milliseconds by k", "Graph", "k")));
    }

    private static void row(
            ExperimentRunner lab, String name, Graph graph, int k, Set<String> beyond, Table table, Speedups speedups)
            throws Exception {
        List<Technique> techniques = lab.possible(KCliquePaper.techniques(k));
        Map<String, Measured> measured = lab.compare(
                name,
                graph,
                techniques.stream()
                        .filter(each -> !beyond.contains(each.name()))
                        .toList());
        Map<String, Times> times = new LinkedHashMap<>();
        BigInteger count = null;
        for (Technique technique : techniques) {
            Measured one = measured.get(technique.name());
            times.put(technique.name(), one == null ? new Times(List.of(), lab.limitMillis()) : one.total());
            if (one != null && one.result() != null) {
                count = new BigInteger((String) technique.answer().apply(one.result()));
            }
        }
        times.forEach((technique, each) -> {
            if (each.isCut()) {
                beyond.add(technique);
            }
        });
        table.add(name, k, count, List.copyOf(times.values()));
        speedups.add(k, times);
    }
}
