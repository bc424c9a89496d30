package dev.motif.bench.experiments.neighbors;

import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.research.intersection.MpsConfig;
import java.util.List;

/** Tables 1 and 2: the sizes of the graphs, and the share of edges whose ends have degrees far apart. */
final class SkewedPairs implements Experiment {
    private static final String SHARE = "Skewed pairs, %";

    @Override
    public String name() {
        return "tables-1-2";
    }

    @Override
    public String title() {
        return "Tables 1 and 2: graphs, and pairs of lists of which one is 50 times as long as the other";
    }

    @Override
    public String claim() {
        return "1.2% of the pairs of livejournal, 1.8% of orkut, 27.9% of web-it, 31.0% of twitter, 1.6% of friendster.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table table = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Nodes"))
                .with(Column.count("Relationships"))
                .with(Column.number("Mean degree"))
                .with(Column.count("Largest degree"))
                .with(Column.number(SHARE));
        NeighborsPaper.GRAPHS.forEach(lab, (name, graph) -> {
            Csr rows = ((UnipartiteGraph) graph).adjacency();
            long skewed = 0;
            for (int u = 0; u < rows.vertexCount(); u++) {
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    skewed += rows.degree(u) > MpsConfig.SKEW_THRESHOLD * rows.degree(rows.neighbor(slot)) ? 1 : 0;
                }
            }
            table.add(
                    name,
                    graph.vertexCount(),
                    graph.edgeCount(),
                    2.0 * graph.edgeCount() / Math.max(1, graph.vertexCount()),
                    rows.largestDegree(),
                    100.0 * skewed / Math.max(1, graph.edgeCount()));
        });
        return new Outcome()
                .with(table, Figure.bars("Pairs of lists of very different length: %", List.of("Graph"), SHARE));
    }
}
