package dev.motif.bench.experiments.gbc;

import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import java.util.List;
import java.util.Map;

/** Figure 1(b): the share of BCL's time in intersections, by a clock around one of 16 of them. */
final class Intersections implements Experiment {
    private static final String MATES = "Common mates, %";
    private static final String TWO_HOPS = "Common two-hop neighbors, %";

    @Override
    public String name() {
        return "figure-1b";
    }

    @Override
    public String title() {
        return "Figure 1(b): intersections in BCL";
    }

    @Override
    public String claim() {
        return "97% of the time on average, and more than 99% at most, goes into finding common mates and two-hop neighbors.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table table = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.number(MATES))
                .with(Column.number(TWO_HOPS))
                .with(Column.millis("BCL"));
        int[] most = {0, 0};
        GbcRuns.forEachGraph(lab, (name, graph) -> {
            List<Technique> bcl = lab.possible(List.of(GbcRuns.bcl("BCL", 4, 4).onThreads(1)));
            for (Measured measured : lab.compare(name, graph, bcl).values()) {
                Map<String, Object> result = measured.result();
                if (result != null) {
                    double mates = 100 * (Double) result.get(GbcRuns.MATES);
                    double twoHops = 100 * (Double) result.get(GbcRuns.TWO_HOPS);
                    table.add(name, mates, twoHops, GbcRuns.counting(measured));
                    most[1]++;
                    most[0] += mates + twoHops > 90 ? 1 : 0;
                }
            }
        });
        return new Outcome()
                .with(table, Figure.bars("Figure 1(b): % of the time of BCL (4,4)", List.of("Graph"), MATES, TWO_HOPS))
                .with(Finding.of("Intersections take more than 90% of BCL's time", most[0], most[1], ""));
    }
}
