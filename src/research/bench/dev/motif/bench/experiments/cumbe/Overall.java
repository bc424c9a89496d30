package dev.motif.bench.experiments.cumbe;

import dev.motif.backend.Backend;
import dev.motif.bench.experiments.Comparison.Claim;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Table 6.2 and Figure 6.1: the graphs, and cuMBE beside parMBE, iMBEA and BITMAP. */
final class Overall implements Experiment {
    private static final String CUMBE = "cuMBE";
    private static final String PARMBE = "parMBE";

    /** The columns that say what a graph is like. */
    private static final int COLUMNS = 4;

    @Override
    public String name() {
        return "figure-6-1";
    }

    @Override
    public String title() {
        return "Table 6.2 and Figure 6.1: speedup over parMBE";
    }

    @Override
    public String claim() {
        return "cuMBE on an RTX 3090 is faster than parMBE on a Core i9-10900K on all four graphs, up to 3.6 times (3.83 in"
                + " its introduction).";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table table = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Vertices"))
                .with(Column.count("Edges"))
                .with(Column.count("Maximal bicliques"));
        List<Map<String, Measured>> rows = new ArrayList<>();
        lab.forEachGraph(GraphKind.BIPARTITE, (name, graph) -> {
            List<Technique> techniques = techniques(lab, graph);
            if (table.columns().size() == COLUMNS) {
                table.with(Column.millis(techniques)).with(Column.number("parMBE / cuMBE"));
            }
            Map<String, Measured> measured = lab.compare(name, graph, techniques);
            Times other = measured.containsKey(PARMBE) ? measured.get(PARMBE).total() : null;
            Times own = measured.entrySet().stream()
                    .filter(each -> each.getKey().startsWith(CUMBE))
                    .map(each -> each.getValue().total())
                    .reduce((cpu, gpu) -> gpu)
                    .orElse(null);
            Long count = measured.values().stream()
                    .map(Measured::result)
                    .filter(result -> result != null)
                    .map(result -> Long.valueOf((String) result.get(CumbeRuns.COUNT)))
                    .findFirst()
                    .orElse(null);
            boolean both = own != null && other != null;
            table.add(
                    name,
                    graph.vertexCount(),
                    graph.edgeCount(),
                    count,
                    measured.values().stream().map(Measured::total).toList(),
                    both && !own.isCut() && !other.isCut() ? other.ratioTo(own) : null);
            rows.add(measured);
        });
        Outcome outcome = new Outcome().with(table, Figure.bars("Figure 6.1: milliseconds", List.of("Graph")));
        for (Backend backend : lab.backends()) {
            String on = backend == Backend.GPU ? " GPU" : "";
            outcome.with(Claim.of(CUMBE + on, PARMBE).in(rows));
            outcome.with(
                    new Claim("(Not in the thesis) BITMAP is faster than cuMBE", "BITMAP" + on, CUMBE + on).in(rows));
        }
        return outcome;
    }

    private static List<Technique> techniques(ExperimentRunner lab, Graph graph) {
        List<Technique> all = Stream.of(
                        CumbeRuns.cumbe(lab, CUMBE, graph, CumbeRuns.Cell.FULL),
                        CumbeRuns.baselines(),
                        CumbeRuns.bitmap(lab))
                .flatMap(List::stream)
                .toList();
        return lab.possible(all);
    }
}
