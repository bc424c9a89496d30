package dev.motif.bench.experiments;

import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.load.GraphKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Techniques side by side on every graph: a row a graph, a column a technique, bars.
 *
 * @param claim what the paper has there
 * @param graphs the graphs to take
 * @param techniques of which those run whose backend the run has; without any of them, no graph is read
 * @param claims what is said of two of them
 */
public record Comparison(
        String name,
        String title,
        String claim,
        Graphs graphs,
        Function<ExperimentRunner, List<Technique>> techniques,
        List<Claim> claims)
        implements Experiment {
    /**
     * The graphs of an experiment.
     *
     * @param generated more of them by name, as for {@link dev.motif.bench.GraphSource}
     * @param minEdges smaller ones are left out, unless the run is quick
     */
    public record Graphs(GraphKind kind, Map<String, String> generated, long minEdges) {
        /** Hands them over. */
        public void forEach(ExperimentRunner lab, ExperimentRunner.GraphBody body) throws Exception {
            lab.forEachGraph(kind, generated, (name, graph) -> {
                if (lab.quick() || graph.edgeCount() >= minEdges) {
                    body.run(name, graph);
                }
            });
        }
    }

    /**
     * Says that one technique takes less time than another.
     *
     * @param text what the paper says
     * @param reason why it is not so everywhere, or an empty text
     */
    public record Claim(String text, String faster, String slower, String reason) {}

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        List<Technique> all = lab.possible(techniques.apply(lab));
        Outcome outcome = new Outcome();
        if (all.isEmpty()) {
            return outcome;
        }
        Table table = new Table(name)
                .with(Column.text("Graph"))
                .with(Column.count("Relationships"))
                .with(Column.millis(all));
        Map<Claim, List<Double>> ratios = new LinkedHashMap<>();
        claims.forEach(each -> ratios.put(each, new ArrayList<>()));
        graphs.forEach(lab, (graphName, graph) -> {
            Map<String, Measured> measured = lab.compare(graphName, graph, all);
            table.add(
                    graphName,
                    graph.edgeCount(),
                    measured.values().stream().map(Measured::total).toList());
            claims.forEach(each -> ratios.get(each).add(ratio(measured.get(each.slower), measured.get(each.faster))));
        });
        outcome.with(table, Figure.bars(title + ": milliseconds", List.of("Graph")));
        ratios.forEach((each, values) -> outcome.with(finding(each, values)));
        return outcome;
    }

    /** A time that was cut counts as its limit; NaN where nothing can be said. */
    private static double ratio(Measured slower, Measured faster) {
        if (slower == null || faster == null || faster.total().isCut()) {
            return Double.NaN;
        }
        return slower.total().isCut()
                ? slower.limitMillis() / faster.total().min()
                : slower.total().ratioTo(faster.total());
    }

    private static Finding finding(Claim claim, List<Double> ratios) {
        double[] known = ratios.stream()
                .mapToDouble(ratio -> ratio)
                .filter(ratio -> !Double.isNaN(ratio))
                .sorted()
                .toArray();
        int holding = (int) Arrays.stream(known).filter(ratio -> ratio > 1).count();
        String range = known.length == 0
                ? "Nothing to compare."
                : String.format(
                        Locale.ROOT,
                        "`%s` takes %.2f to %.2f times as long as `%s`.",
                        claim.slower,
                        known[0],
                        known[known.length - 1],
                        claim.faster);
        return Finding.of(
                claim.text, holding, known.length, holding == known.length ? range : range + " " + claim.reason);
    }
}
