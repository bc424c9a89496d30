package dev.motif.bench.experiments.gbfc;

import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Lab;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.graph.BipartiteGraph;
import java.math.BigInteger;
import java.util.List;

/** Table 3: the graphs. */
final class DataSets implements Experiment {
    @Override
    public String name() {
        return "table-3";
    }

    @Override
    public String title() {
        return "Table 3: data sets";
    }

    @Override
    public String claim() {
        return "eleven graphs of 27 thousand to 259 million edges.";
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Left"))
                .with(Column.count("Right"))
                .with(Column.count("Relationships"))
                .with(Column.count("Butterflies"))
                .with(Column.count("Largest degree left"))
                .with(Column.count("right"));
        GbfcPaper.GRAPHS.forEach(lab, (name, graph) -> {
            BipartiteGraph sides = (BipartiteGraph) graph;
            List<BigInteger> counts = lab.compare(name, graph, Techniques.priority(lab)).values().stream()
                    .filter(measured -> measured.result() != null)
                    .map(measured -> new BigInteger((String) measured.result().get(Techniques.COUNT)))
                    .toList();
            table.add(
                    name,
                    sides.leftCount(),
                    sides.rightCount(),
                    sides.edgeCount(),
                    counts.isEmpty() ? null : counts.get(0),
                    sides.left().largestDegree(),
                    sides.right().largestDegree());
        });
        return new Outcome().with(table);
    }
}
