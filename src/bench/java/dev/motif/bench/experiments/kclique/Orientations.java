package dev.motif.bench.experiments.kclique;

import dev.motif.algorithm.kclique.kcore.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.util.List;
import java.util.Map;

/** Table 2: the largest out-degree and the time of preparing, by degree and by degeneracy. */
final class Orientations implements Experiment {
    private static final String LARGEST = "largest";

    @Override
    public String name() {
        return "table-2";
    }

    @Override
    public String title() {
        return "Table 2: orders by degree and by degeneracy";
    }

    @Override
    public String claim() {
        return "of as-skitter the largest degree, 35,455, becomes an out-degree of 231 by degree in 5 ms and 111 by"
                + " degeneracy in 205 ms; of com-orkut 33,313 becomes 535 in 56 ms and 253 in 833 ms. Degeneracy gives the"
                + " smaller out-degree and takes longer.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Technique degree = Technique.baseline("Degree", "edges", Orientations::byDegree);
        Technique degeneracy = Technique.baseline("Degeneracy", "edges", Orientations::byDegeneracy);
        List<Technique> both = lab.possible(List.of(degree, degeneracy));
        if (both.isEmpty()) {
            return new Outcome();
        }
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Largest degree"))
                .with(Column.count("By degree"))
                .with(Column.count("By degeneracy"))
                .with(Column.millis(both));
        int[] smaller = {0};
        int[] slower = {0};
        KCliquePaper.GRAPHS.forEach(lab, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(name, graph, both);
            List<Integer> largest = measured.values().stream()
                    .map(each -> each.result() == null
                            ? null
                            : (Integer) each.result().get(LARGEST))
                    .toList();
            table.add(
                    name,
                    ((UnipartiteGraph) graph).adjacency().largestDegree(),
                    largest,
                    measured.values().stream().map(Measured::total).toList());
            smaller[0] += largest.get(1) < largest.get(0) ? 1 : 0;
            slower[0] += measured.get(degeneracy.name())
                                    .total()
                                    .ratioTo(measured.get(degree.name()).total())
                            > 1
                    ? 1
                    : 0;
        });
        int all = table.rows().size();
        return new Outcome()
                .with(
                        table,
                        Figure.bars(
                                "Largest out-degree", List.of("Graph"), "Largest degree", "By degree", "By degeneracy"))
                .with(Finding.of("degeneracy gives the smaller out-degree", smaller[0], all, ""))
                .with(Finding.of("degeneracy takes longer", slower[0], all, ""));
    }

    private static Map<String, Object> byDegree(Graph graph, Execution execution) {
        try (OrientedGraph oriented = execution
                .times()
                .time(
                        Stage.PREPARE,
                        () -> OrientedGraph.byDegree(
                                (UnipartiteGraph) graph, EdgeNumbers.NONE, execution.memory(), execution.workers()))) {
            return figures(oriented);
        }
    }

    private static Map<String, Object> byDegeneracy(Graph graph, Execution execution) {
        try (DerivedGraphCache.Use<DegeneracyOriented> use = execution
                .times()
                .time(
                        Stage.PREPARE,
                        () -> DegeneracyOriented.formOf(
                                (UnipartiteGraph) graph, EdgeNumbers.NONE, execution.memory(), execution.workers()))) {
            return figures(use.form().oriented());
        }
    }

    private static Map<String, Object> figures(OrientedGraph oriented) {
        return Map.of("edges", oriented.adjacency().slotCount(), LARGEST, oriented.maxDegree());
    }
}
