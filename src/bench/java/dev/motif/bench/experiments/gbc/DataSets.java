package dev.motif.bench.experiments.gbc;

import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Lab;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.graph.BipartiteGraph;

/** Table II: the graphs. */
final class DataSets implements Experiment {
    @Override
    public String name() {
        return "table-2";
    }

    @Override
    public String title() {
        return "Table II: graphs";
    }

    @Override
    public String claim() {
        return "nine graphs of KONECT with 293,360 (Youtube) to 327,037,487 (Orkut) edges, and two synthetic ones with more"
                + " two-hop neighbors.";
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Left"))
                .with(Column.count("Right"))
                .with(Column.count("Edges"))
                .with(Column.number("Mean degree left"))
                .with(Column.number("Mean degree right"))
                .with(Column.count("Largest degree left"))
                .with(Column.count("Largest degree right"));
        GbcRuns.forEachGraph(lab, (name, any) -> {
            BipartiteGraph graph = (BipartiteGraph) any;
            table.add(
                    name,
                    graph.leftCount(),
                    graph.rightCount(),
                    graph.edgeCount(),
                    graph.edgeCount() / (double) graph.leftCount(),
                    graph.edgeCount() / (double) graph.rightCount(),
                    graph.left().largestDegree(),
                    graph.right().largestDegree());
        });
        return new Outcome().with(table);
    }
}
