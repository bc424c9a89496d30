package dev.motif.bench.experiments.gbfc;

import dev.motif.backend.StageTimes.Stage;
import dev.motif.bench.baseline.butterfly.ButterflyBaseline;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Lab;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.load.GraphKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Section 2.3: the algorithms for CPUs that G-BFC starts from, with the strategies of BFC-VP++ one by one. */
final class VertexPriorities implements Experiment {
    @Override
    public String name() {
        return "section-2-3";
    }

    @Override
    public String title() {
        return "Section 2.3: counting on the CPU";
    }

    @Override
    public String claim() {
        return "priorities of vertices save work against starting from one side (BFC-WEDGE); BFC-VP++ is the state of the"
                + " art.";
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        List<Technique> techniques = new ArrayList<>(Techniques.baselines(
                ButterflyBaseline.BFC_WEDGE,
                ButterflyBaseline.BFC_VP,
                ButterflyBaseline.BFC_VP_PROJECTED,
                ButterflyBaseline.BFC_VP_ENDS,
                ButterflyBaseline.BFC_VP_PLUS_PLUS));
        techniques.addAll(Techniques.priority(lab));
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Relationships"))
                .with(Column.millis(techniques));
        int[] faster = new int[3];
        lab.forEachGraph(GraphKind.BIPARTITE, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(name, graph, techniques);
            table.add(
                    name,
                    graph.edgeCount(),
                    measured.values().stream().map(Measured::total).toList());
            Measured wedge = measured.get(ButterflyBaseline.BFC_WEDGE.title());
            Measured priority = measured.get(ButterflyBaseline.BFC_VP.title());
            Measured both = measured.get(ButterflyBaseline.BFC_VP_PLUS_PLUS.title());
            faster[0] += priority.total().ratioTo(wedge.total()) < 1 ? 1 : 0;
            faster[1] += priority.times(Stage.COMPUTE).ratioTo(wedge.times(Stage.COMPUTE)) < 1 ? 1 : 0;
            faster[2] += both.total().ratioTo(priority.total()) < 1 ? 1 : 0;
        });
        int graphs = table.rows().size();
        return new Outcome()
                .with(table, Figure.bars("Counting on the CPU: milliseconds", List.of("Graph")))
                .with(Finding.of("BFC-VP is faster than BFC-WEDGE", faster[0], graphs, "Ranking is in the times."))
                .with(Finding.of("BFC-VP counts faster than BFC-WEDGE, ranking left out", faster[1], graphs, ""))
                .with(Finding.of("BFC-VP++ is faster than BFC-VP", faster[2], graphs, ""));
    }
}
