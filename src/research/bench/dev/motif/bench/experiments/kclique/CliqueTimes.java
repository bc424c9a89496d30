package dev.motif.bench.experiments.kclique;

import dev.motif.bench.experiments.Comparison.Claim;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.graph.Graph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Table 3 and Figure 5: the baselines and the project's techniques for sizes from 4 to 11. A technique that a size took
 * beyond the limit is not run for larger sizes of that graph.
 */
final class CliqueTimes implements Experiment {
    private static final int MIN_SIZE = 4;
    private static final int MAX_SIZE = 11;
    private static final int MAX_QUICK_SIZE = 6;
    private static final String BASELINE = "the better baseline";
    private static final String BEST = "the best technique";
    private static final String BEST_OF_PAPER = "the best technique of the paper";
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

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        List<Technique> columns = lab.possible(KCliquePaper.techniques(MIN_SIZE));
        Table table = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.count("k"))
                .with(Column.count("Cliques"))
                .with(Column.millis(columns));
        Map<Integer, List<Map<String, Measured>>> rows = new HashMap<>();
        KCliquePaper.GRAPHS.forEach(lab, (name, graph) -> {
            Set<String> beyond = new HashSet<>();
            for (int k = MIN_SIZE; k <= (lab.quick() ? MAX_QUICK_SIZE : MAX_SIZE); k++) {
                rows.computeIfAbsent(k, size -> new ArrayList<>()).add(row(lab, name, graph, k, beyond, table));
            }
        });
        Outcome outcome = new Outcome().with(table, Figure.lines("Figure 5: milliseconds by k", "Graph", "k"));
        for (String gpu : List.of("", " GPU")) {
            String orientation = "ORIENTATION" + gpu;
            String pivot = "PIVOT" + gpu;
            outcome.with(claim(MIN_SIZE, orientation, pivot, rows));
            outcome.with(claim(MAX_SIZE, pivot, orientation, rows));
        }
        outcome.with(claim(MIN_SIZE, BASELINES.get(0), BASELINES.get(1), rows));
        outcome.with(claim(MAX_SIZE, BASELINES.get(1), BASELINES.get(0), rows));
        for (int k : List.of(MIN_SIZE, 7, 10)) {
            outcome.with(claim(k, BEST, BASELINE, rows));
            outcome.with(claim(k, BEST_OF_PAPER, BASELINE, rows));
        }
        return outcome;
    }

    private static Finding claim(int k, String faster, String slower, Map<Integer, List<Map<String, Measured>>> rows) {
        return new Claim("at k " + k + " " + faster + " is faster than " + slower, faster, slower)
                .in(rows.getOrDefault(k, List.of()));
    }

    /** Adds a row; gives what was measured, and the best of several. */
    private static Map<String, Measured> row(
            ExperimentRunner lab, String name, Graph graph, int k, Set<String> beyond, Table table) throws Exception {
        List<Technique> techniques = lab.possible(KCliquePaper.techniques(k));
        Map<String, Measured> measured = lab.compare(
                name,
                graph,
                techniques.stream()
                        .filter(each -> !beyond.contains(each.name()))
                        .toList());
        Map<String, Measured> row = new LinkedHashMap<>();
        BigInteger count = null;
        for (Technique technique : techniques) {
            Measured one = measured.getOrDefault(technique.name(), new Measured(null, List.of(), lab.limitMillis()));
            row.put(technique.name(), one);
            if (one.result() != null) {
                count = new BigInteger((String) technique.answer().apply(one.result()));
            }
            if (one.total().isCut()) {
                beyond.add(technique.name());
            }
        }
        table.add(name, k, count, row.values().stream().map(Measured::total).toList());
        best(row, BASELINE, BASELINES::contains);
        best(row, BEST_OF_PAPER, each -> each.startsWith("ORIENTATION") || each.startsWith("PIVOT"));
        best(row, BEST, each -> !each.equals(BASELINE) && !BASELINES.contains(each));
        return row;
    }

    /** Adds the fastest of those techniques under a name of its own. */
    private static void best(Map<String, Measured> row, String name, Predicate<String> which) {
        row.entrySet().stream()
                .filter(each -> which.test(each.getKey()))
                .map(Map.Entry::getValue)
                .min(Comparator.comparingDouble(each -> each.total().atLeast()))
                .ifPresent(best -> row.put(name, best));
    }
}
