package dev.motif.bench.experiments;

import dev.motif.bench.experiments.Comparison.Claim;
import dev.motif.bench.experiments.Table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Techniques on every graph for values of one parameter: a row a graph and value, a column a technique, lines.
 *
 * @param claim what the paper has there
 * @param graphs the graphs to take
 * @param x the parameter, as the heading of its column and the name of the axis
 * @param values its values, ascending
 * @param techniques those of a value; all values have techniques of the same names
 * @param speedups whether values are compared with one another, and so must have the same answer: lines are of how many
 *     times as fast each is as the first one, and not of milliseconds; otherwise a technique that was stopped at one is not
 *     run for larger ones of that graph
 * @param claims what is said of two techniques, by name and value, such as {@code "BMP 4"}
 */
public record Sweep(
        String name,
        String title,
        String claim,
        Comparison.Graphs graphs,
        String x,
        Function<ExperimentRunner, List<Integer>> values,
        BiFunction<ExperimentRunner, Integer, List<Technique>> techniques,
        boolean speedups,
        List<Claim> claims)
        implements Experiment {
    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        List<Integer> all = values.apply(lab);
        List<Technique> first = lab.possible(techniques.apply(lab, all.get(0)));
        if (first.isEmpty()) {
            return new Outcome();
        }
        String[] ratios =
                first.stream().map(technique -> technique.name() + " speedup").toArray(String[]::new);
        Table table = lab.table(name)
                .with(Column.text("Graph"))
                .with(Column.count(x))
                .with(Column.millis(first))
                .with(speedups ? Arrays.stream(ratios).map(Column::number).toList() : List.of());
        List<Map<String, Measured>> rows = new ArrayList<>();
        graphs.forEach(lab, (graphName, graph) -> {
            Map<String, Measured> measured = new HashMap<>();
            rows.add(measured);
            Set<String> beyond = new HashSet<>();
            List<Technique> run = new ArrayList<>();
            for (int value : all) {
                lab.possible(techniques.apply(lab, value)).stream()
                        .filter(each -> !beyond.contains(each.name()))
                        .forEach(each -> run.add(each.named(each.name() + " " + value)));
                // Values that are compared with one another take turns; others may have other answers.
                if (!speedups || value == all.get(all.size() - 1)) {
                    measured.putAll(lab.compare(graphName, graph, run));
                    run.clear();
                    for (int done : speedups ? all : List.of(value)) {
                        List<Times> times = first.stream()
                                .map(each -> times(measured.get(each.name() + " " + done), lab))
                                .toList();
                        table.add(graphName, done, times, speedups ? speedups(first, times, measured, all) : List.of());
                        for (int i = 0; !speedups && i < times.size(); i++) {
                            if (times.get(i).isCut()) {
                                beyond.add(first.get(i).name());
                            }
                        }
                    }
                }
            }
        });
        Outcome outcome = new Outcome()
                .with(
                        table,
                        speedups
                                ? Figure.lines(title + ": times as fast", "Graph", x, ratios)
                                : Figure.lines(title + ": milliseconds", "Graph", x));
        claims.forEach(claim -> outcome.with(claim.in(rows)));
        return outcome;
    }

    /** The limit for what was not run, since a smaller value has taken longer. */
    private static Times times(Measured measured, ExperimentRunner lab) {
        return measured == null ? new Times(List.of(), lab.limitMillis()) : measured.total();
    }

    private static List<Double> speedups(
            List<Technique> techniques, List<Times> times, Map<String, Measured> measured, List<Integer> all) {
        List<Double> speedups = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            Times base =
                    measured.get(techniques.get(i).name() + " " + all.get(0)).total();
            double ratio = base.ratioTo(times.get(i));
            speedups.add(Double.isNaN(ratio) ? null : ratio);
        }
        return speedups;
    }
}
