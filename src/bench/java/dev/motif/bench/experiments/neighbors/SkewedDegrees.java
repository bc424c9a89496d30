package dev.motif.bench.experiments.neighbors;

import dev.motif.backend.Backend;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Lab;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import dev.motif.bench.load.GraphKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figure 3: plain merging, MPS and BMP on one thread, without vectors. */
final class SkewedDegrees implements Experiment {
    static final String ALGORITHM = "commonNeighbors";

    @Override
    public String name() {
        return "figure-3";
    }

    @Override
    public String title() {
        return "Figure 3: skewed degrees, one thread";
    }

    @Override
    public String claim() {
        return "on the CPU MPS takes 0.28 of the time of plain merging (M) where 31% of the pairs of lists are skewed, and"
                + " as much as M where 1.6% are; BMP takes 0.05 and 0.4.";
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        List<Technique> techniques = List.of(
                technique("M", Map.of("algorithm", "MPS", "skewThreshold", Integer.MAX_VALUE, "vectorize", false)),
                technique("MPS", Map.of("algorithm", "MPS", "vectorize", false)),
                technique("BMP", Map.of("algorithm", "BMP", "rangeFiltering", false)));
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Relationships"))
                .with(Column.millis(techniques))
                .with(Column.number("MPS / M"))
                .with(Column.number("BMP / M"));
        int[] faster = {0, 0};
        lab.forEachGraph(GraphKind.UNIPARTITE, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(name, graph, techniques);
            List<Times> times = measured.values().stream().map(Measured::total).toList();
            double bmp = times.get(2).ratioTo(times.get(0));
            table.add(name, graph.edgeCount(), times, times.get(1).ratioTo(times.get(0)), bmp);
            faster[0] += bmp < 1 ? 1 : 0;
        });
        return new Outcome()
                .with(table, Figure.bars("Skewed degrees, one thread: milliseconds", List.of("Graph")))
                .with(Finding.of("BMP is faster than M", faster[0], table.rows().size(), ""));
    }

    private static Technique technique(String name, Map<String, Object> config) {
        Map<String, Object> all = new HashMap<>(config);
        all.put("coefficients", false);
        return Technique.algorithm(name, Backend.CPU, ALGORITHM, all, "per").onThreads(1);
    }
}
