package dev.motif.bench.experiments.kclique;

import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.experiments.Comparison.Claim;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Table 2: the largest out-degree and the time of preparing, by degree and by degeneracy. */
final class Orientations implements Experiment {
    private static final String LARGEST = "largest";
    private static final String DEGREE_GPU = "Degree GPU";
    private static final String DEGENERACY_GPU = "Degeneracy GPU";

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
        Technique degree = baseline("Degree", Orientations::byDegree);
        Technique degeneracy = baseline("Degeneracy", Orientations::byDegeneracy);
        List<Technique> all = lab.possible(
                List.of(degree, degeneracy, onGpu(DEGREE_GPU, "DEGREE"), onGpu(DEGENERACY_GPU, "DEGENERACY")));
        if (all.isEmpty()) {
            return new Outcome();
        }
        Table table = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Largest degree"))
                .with(Column.count("By degree"))
                .with(Column.count("By degeneracy"))
                .with(Column.millis(all));
        int[] smaller = {0, 0};
        List<Map<String, Measured>> rows = new ArrayList<>();
        KCliquePaper.GRAPHS.forEach(lab, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(name, graph, all);
            rows.add(measured);
            Integer byDegree = largest(measured.get(degree.name()));
            Integer byDegeneracy = largest(measured.get(degeneracy.name()));
            table.add(
                    name,
                    ((UnipartiteGraph) graph).adjacency().largestDegree(),
                    byDegree,
                    byDegeneracy,
                    measured.values().stream().map(Measured::total).toList());
            if (byDegree != null && byDegeneracy != null) {
                smaller[1]++;
                smaller[0] += byDegeneracy < byDegree ? 1 : 0;
            }
        });
        return new Outcome()
                .with(
                        table,
                        Figure.bars(
                                "Largest out-degree", List.of("Graph"), "Largest degree", "By degree", "By degeneracy"))
                .with(Finding.of("degeneracy gives the smaller out-degree", smaller[0], smaller[1], ""))
                .with(new Claim("degeneracy takes longer", degree.name(), degeneracy.name()).in(rows))
                .with(new Claim("degeneracy takes longer on the GPU", DEGREE_GPU, DEGENERACY_GPU).in(rows));
    }

    private static Integer largest(Measured measured) {
        return measured == null || measured.result() == null
                ? null
                : (Integer) measured.result().get(LARGEST);
    }

    /** Prepares a graph on a GPU in an order as a count does: a count of triangles, without the time of counting. */
    private static Technique onGpu(String name, String order) {
        Technique counting =
                KCliquePaper.technique(name, Backend.GPU, 3, Map.of("algorithm", "ORIENTATION", "orientation", order));
        return new Technique(
                        name,
                        Backend.GPU,
                        0,
                        (graph, execution) -> {
                            StageTimes times = new StageTimes();
                            counting.body().run(graph, new Execution(execution.memory(), execution.workers(), times));
                            execution.times().add(Stage.PREPARE, times.exactMillis(Stage.PREPARE));
                            return Map.of();
                        },
                        result -> LARGEST) // they differ
                .cold();
    }

    private static Technique baseline(String name, Technique.Body body) {
        return Technique.baseline(name, LARGEST, body).answering(result -> LARGEST); // they differ
    }

    private static Map<String, Object> byDegree(Graph graph, Execution execution) {
        try (OrientedGraph oriented = execution.time(
                Stage.PREPARE,
                () -> OrientedGraph.byDegree(
                        (UnipartiteGraph) graph, EdgeNumbers.NONE, execution.memory(), execution.workers()))) {
            return figures(oriented);
        }
    }

    private static Map<String, Object> byDegeneracy(Graph graph, Execution execution) {
        try (DerivedGraphCache.Use<DegeneracyOriented> use = execution.time(
                Stage.PREPARE,
                () -> DegeneracyOriented.formOf(
                        (UnipartiteGraph) graph, EdgeNumbers.NONE, execution.memory(), execution.workers()))) {
            return figures(use.form().oriented());
        }
    }

    private static Map<String, Object> figures(OrientedGraph oriented) {
        return Map.of(LARGEST, oriented.maxDegree());
    }
}
