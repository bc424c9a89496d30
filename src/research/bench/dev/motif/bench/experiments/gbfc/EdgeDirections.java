package dev.motif.bench.experiments.gbfc;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.baseline.butterfly.ButterflyBaseline;
import dev.motif.bench.baseline.butterfly.PublishedDirection;
import dev.motif.bench.baseline.butterfly.Wedges;
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
import dev.motif.graph.BipartiteGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Table 5: time with and without edge direction; wedges, memory and counts beside the direction as it was published. */
final class EdgeDirections implements Experiment {
    private static final String DIRECTED = "directed";
    private static final String UNDIRECTED = "undirected";
    private static final String PUBLISHED = "published";
    private static final String BUTTERFLIES = "butterflies";

    @Override
    public String name() {
        return "table-5";
    }

    @Override
    public String title() {
        return "Table 5 and Section 6: edge direction";
    }

    @Override
    public String claim() {
        return "direction takes 18% of the wedges away and stores each edge once, and all butterflies are counted; on large"
                + " graphs directing takes 26% to 78% of the total, on small ones it is left out, since it takes longer than"
                + " counting.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        List<Technique> exact = new ArrayList<>(lab.possible(Techniques.baselines(ButterflyBaseline.BFC_VP_PLUS_PLUS)));
        exact.addAll(Techniques.gbfc(lab, UNDIRECTED, Map.of("edgeDirection", false)));
        exact.addAll(Techniques.gbfc(lab, DIRECTED, Map.of()));
        exact.replaceAll(Technique::cold);
        Technique published = Technique.baseline(PUBLISHED, BUTTERFLIES, (graph, execution) -> {
            PublishedDirection counted = PublishedDirection.count((BipartiteGraph) graph, execution);
            return Map.of(
                    BUTTERFLIES, counted.butterflies(), "wedges", counted.wedges(), "bytes", counted.graphBytes());
        });
        Table times = times(lab, exact);
        Table wrong = wrong(lab);
        Claims claims = new Claims();
        GbfcPaper.GRAPHS.forEach(lab, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(name, graph, exact);
            // By itself, since it does not agree with the others.
            Measured ofPublished = lab.compare(name, graph, List.of(published)).get(PUBLISHED);
            List<Object> row = new ArrayList<>();
            measured.values().forEach(each -> addTimes(row, each));
            addTimes(row, ofPublished);
            times.add(name, graph.edgeCount(), row);
            addCounts(wrong, claims, lab, name, (BipartiteGraph) graph, ofPublished, measured.values());
            for (Technique technique : exact) {
                if (technique.name().startsWith(DIRECTED)) {
                    String other = technique.name().replace(DIRECTED, UNDIRECTED);
                    claims.compareTimes(measured.get(technique.name()), measured.get(other));
                }
            }
        });
        return new Outcome()
                .with(times)
                .with(
                        wrong,
                        Figure.bars(
                                "Wedges that are walked",
                                List.of("Graph"),
                                "Wedges undirected",
                                "Wedges directed",
                                "Wedges published"))
                .with(Finding.of(
                        "Direction takes wedges away", claims.fewerWedges, claims.graphs, "The exact direction."))
                .with(Finding.of(
                        "The published direction walks fewer wedges than without",
                        claims.fewerPublished,
                        claims.graphs,
                        ""))
                .with(Finding.of("The published direction counts all butterflies", claims.right, claims.graphs, ""))
                .with(Finding.of("Counting is faster with direction", claims.fasterCount, claims.timed, ""))
                .with(Finding.of(
                        "Directing and counting together are faster than counting without",
                        claims.fasterTotal,
                        claims.timed,
                        ""))
                .with(Finding.of(
                        "Directing takes 26% to 78% of the total",
                        (int) claims.shares.stream()
                                .filter(share -> share >= 26 && share <= 78)
                                .count(),
                        claims.shares.size(),
                        claims.shares.isEmpty()
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        "%.1f%% to %.1f%%, copies included.",
                                        Collections.min(claims.shares),
                                        Collections.max(claims.shares))));
    }

    private Table times(ExperimentRunner lab, List<Technique> techniques) {
        Table table = lab.table(name() + "-times").with(Column.text("Graph")).with(Column.count("Relationships"));
        for (Technique technique : techniques) {
            addColumns(table, technique.name());
        }
        addColumns(table, PUBLISHED);
        return table;
    }

    private static void addColumns(Table table, String technique) {
        table.with(Column.millis(technique + ": prepare")).with(Column.millis(technique + ": count"));
    }

    private static void addTimes(List<Object> row, Measured measured) {
        row.add(measured.times(Stage.PREPARE, Stage.TRANSFER));
        row.add(measured.times(Stage.COMPUTE));
    }

    private Table wrong(ExperimentRunner lab) {
        return lab.table(name() + "-counts")
                .with(Column.text("Graph"))
                .with(Column.count("Wedges undirected"))
                .with(Column.count("Wedges directed"))
                .with(Column.count("Wedges published"))
                .with(Column.number("Bytes published / both directions"))
                .with(Column.count("Butterflies"))
                .with(Column.count("Published counts"))
                .with(Column.number("Lost, %"));
    }

    private static void addCounts(
            Table table,
            Claims claims,
            ExperimentRunner lab,
            String name,
            BipartiteGraph graph,
            Measured published,
            Iterable<Measured> exact) {
        BigInteger butterflies = null;
        for (Measured measured : exact) {
            butterflies = measured.result() == null
                    ? butterflies
                    : new BigInteger((String) measured.result().get(Techniques.COUNT));
        }
        if (butterflies == null || published.result() == null) {
            return;
        }
        BigInteger counted = (BigInteger) published.result().get(BUTTERFLIES);
        long undirected = Wedges.withoutDirection(graph);
        long directed = Wedges.withDirection(graph, lab.memory(), Workers.of(lab.threads()));
        long ofPublished = (long) published.result().get("wedges");
        double bytes = graph.left().bytes() + graph.right().bytes();
        table.add(
                name,
                undirected,
                directed,
                ofPublished,
                (long) published.result().get("bytes") / bytes,
                butterflies,
                counted,
                butterflies.signum() == 0
                        ? null
                        : (Double) (100 - 100 * counted.doubleValue() / butterflies.doubleValue()));
        claims.graphs++;
        claims.fewerWedges += directed < undirected ? 1 : 0;
        claims.fewerPublished += ofPublished < undirected ? 1 : 0;
        claims.right += Objects.equals(counted, butterflies) ? 1 : 0;
    }

    /** On how many graphs something is as the paper says. */
    private static final class Claims {
        private int graphs;
        private int fewerWedges;
        private int fewerPublished;
        private int right;
        private int timed;
        private int fasterCount;
        private int fasterTotal;
        private final List<Double> shares = new ArrayList<>();

        void compareTimes(Measured directed, Measured undirected) {
            if (directed.total().isCut() && undirected.total().isCut()) {
                return;
            }
            timed++;
            Times count = undirected.times(Stage.COMPUTE);
            fasterCount += directed.times(Stage.COMPUTE).atLeast() < count.atLeast() ? 1 : 0;
            fasterTotal += directed.total().atLeast() < undirected.total().atLeast() ? 1 : 0;
            if (!directed.total().isCut()) {
                shares.add(100
                        * directed.times(Stage.PREPARE).min()
                        / directed.total().min());
            }
        }
    }
}
