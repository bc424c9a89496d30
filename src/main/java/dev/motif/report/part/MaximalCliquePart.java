package dev.motif.report.part;

import dev.motif.algorithm.group.clique.FoundCliquesAlgorithm;
import dev.motif.algorithm.group.clique.FoundCliquesConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.group.clique.MaximalCliqueConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Ranking.Entry;
import dev.motif.report.chart.Words;
import java.util.ArrayList;
import java.util.List;

/** The part of the report about the number of maximal cliques of each size. */
final class MaximalCliquePart implements Part<UnipartiteGraph> {
    private static final Step<UnipartiteGraph, MaximalCliqueConfig, MaximalCliqueResult> STEP =
            new Step<>(new MaximalCliqueAlgorithm(), MaximalCliqueConfig.TOTALS);
    private static final Step<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> LARGEST = new Step<>(
            new FoundCliquesAlgorithm(),
            new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, GroupChoice.top(Ranking.MOST, Part.MOST_OVERLAP)));

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
        return List.of(STEP, LARGEST);
    }

    @Override
    public Drawing draw(UnipartiteGraph graph, PartRun run) {
        Drawing counted = run.of(graph, STEP, (counts, workers) -> draw(counts));
        return Part.withGroups(counted, () -> run.of(graph, LARGEST, (found, workers) -> ranking(found)));
    }

    private static Ranking ranking(FoundGroups<int[]> found) {
        List<Entry> groups = new ArrayList<>();
        found.forEachRemaining(
                clique -> groups.add(new Entry(List.of(Ranking.cell(Side.LEFT, clique)), Numbers.text(clique.length))));
        return Ranking.ofGroups("cliques", List.of("Nodes"), groups);
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
