package dev.motif.bench.experiments;

import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.load.GraphKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
     */
    public record Claim(String text, String faster, String slower) {
        /** "A is faster than B". */
        public static Claim of(String faster, String slower) {
            return new Claim(faster + " is faster than " + slower, faster, slower);
        }

        /**
         * Whether it is so.
         *
         * @param rows what was measured on each graph, by the techniques' names; rows without both say nothing
         */
        public Finding in(Collection<Map<String, Measured>> rows) {
            List<Double> ratios = new ArrayList<>();
            boolean cut = false;
            for (Map<String, Measured> row : rows) {
                Measured slow = row.get(slower);
                Measured fast = row.get(faster);
                if (slow != null
                        && fast != null
                        && !(slow.total().isCut() && fast.total().isCut())) {
                    cut |= slow.total().isCut() || fast.total().isCut();
                    ratios.add(slow.total().atLeast() / fast.total().atLeast());
                }
            }
            Collections.sort(ratios);
            int holding = (int) ratios.stream().filter(ratio -> ratio > 1).count();
            String why = ratios.isEmpty()
                    ? "Nothing to compare."
                    : String.format(
                            Locale.ROOT,
                            "`%s` takes %s as long as `%s`%s.",
                            slower,
                            ratios.size() == 1
                                    ? Times.shown(ratios.get(0)) + " times"
                                    : Times.shown(ratios.get(0)) + " to "
                                            + Times.shown(ratios.get(ratios.size() - 1)) + " times (geometric mean "
                                            + Times.shown(Times.mean(ratios)) + ")",
                            faster,
                            cut ? "; what was stopped counts as the limit" : "");
            return Finding.of(text, holding, ratios.size(), why);
        }
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        List<Technique> all = lab.possible(techniques.apply(lab));
        Outcome outcome = new Outcome();
        if (all.isEmpty()) {
            return outcome;
        }
        Table table = lab.table(name)
                .with(Column.text("Graph"))
                .with(Column.count("Relationships"))
                .with(Column.millis(all));
        List<Map<String, Measured>> rows = new ArrayList<>();
        graphs.forEach(lab, (graphName, graph) -> {
            Map<String, Measured> measured = lab.compare(graphName, graph, all);
            table.add(
                    graphName,
                    graph.edgeCount(),
                    measured.values().stream().map(Measured::total).toList());
            rows.add(measured);
        });
        outcome.with(table, Figure.bars(title + ": milliseconds", List.of("Graph")));
        claims.forEach(claim -> outcome.with(claim.in(rows)));
        return outcome;
    }
}
