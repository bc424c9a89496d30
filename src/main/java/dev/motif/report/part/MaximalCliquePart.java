package dev.motif.report.part;

import dev.motif.algorithm.kclique.maximal.MaximalCliqueAlgorithm;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueConfig;
import dev.motif.algorithm.kclique.maximal.MaximalCliqueResult;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Words;
import java.util.List;

/** The part of the report about the number of maximal cliques of each size. */
final class MaximalCliquePart implements Part<UnipartiteGraph> {
    private static final Step<UnipartiteGraph, MaximalCliqueConfig, MaximalCliqueResult> STEP =
            new Step<>(new MaximalCliqueAlgorithm(), MaximalCliqueConfig.TOTALS);

    @Override
    public String name() {
        return STEP.algorithm().name();
    }

    @Override
    public String title() {
        return "Maximal cliques";
    }

    @Override
    public String about(Words words) {
        return "A clique is nodes that are all related to each other; it is maximal when no node can be added.";
    }

    @Override
    public List<Step<UnipartiteGraph, ?, ?>> steps() {
        return List.of(STEP);
    }

    @Override
    public Drawing draw(UnipartiteGraph graph, PartRun run) {
        return run.of(graph, STEP, (counts, workers) -> draw(counts));
    }

    private static Drawing draw(MaximalCliqueResult counts) {
        return Drawing.whole(
                List.of(
                        new Fact("Maximal cliques", Numbers.text(counts.total())),
                        new Fact("Nodes of the largest ones", Numbers.text(counts.largest())),
                        new Fact("How many these are", Numbers.text(counts.count(counts.largest())))),
                KCliquePart.chart(
                        "Maximal cliques by their number of nodes",
                        "Nodes of a maximal clique",
                        "Maximal cliques",
                        1,
                        counts.largest(),
                        counts::count));
    }
}
