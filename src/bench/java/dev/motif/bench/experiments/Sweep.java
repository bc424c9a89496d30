package dev.motif.bench.experiments;

import dev.motif.bench.experiments.Table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 *     times as fast each is as the first one, and not of milliseconds
 */
public record Sweep(
        String name,
        String title,
        String claim,
        Comparison.Graphs graphs,
        String x,
        Function<ExperimentRunner, List<Integer>> values,
        BiFunction<ExperimentRunner, Integer, List<Technique>> techniques,
        boolean speedups)
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
        Table table = new Table(name)
                .with(Column.text("Graph"))
                .with(Column.count(x))
                .with(Column.millis(first))
                .with(speedups ? Arrays.stream(ratios).map(Column::number).toList() : List.of());
        graphs.forEach(lab, (graphName, graph) -> {
            Map<String, Measured> measured = new HashMap<>();
            List<Technique> run = new ArrayList<>();
            for (int value : all) {
                lab.possible(techniques.apply(lab, value))
                        .forEach(each -> run.add(each.named(each.name() + " " + value)));
                // Values that are compared with one another take turns; others may have other answers.
                if (!speedups || value == all.get(all.size() - 1)) {
                    measured.putAll(lab.compare(graphName, graph, run));
                    run.clear();
                }
            }
            for (int value : all) {
                List<Times> times = first.stream()
                        .map(each -> measured.get(each.name() + " " + value).total())
                        .toList();
                List<Double> speedup = new ArrayList<>();
                for (int i = 0; speedups && i < times.size(); i++) {
                    Times base =
                            measured.get(first.get(i).name() + " " + all.get(0)).total();
                    double ratio = base.ratioTo(times.get(i));
                    speedup.add(Double.isNaN(ratio) ? null : ratio);
                }
                table.add(graphName, value, times, speedup);
            }
        });
        return new Outcome()
                .with(
                        table,
                        speedups
                                ? Figure.lines(title + ": times as fast", "Graph", x, ratios)
                                : Figure.lines(title + ": milliseconds", "Graph", x));
    }
}
