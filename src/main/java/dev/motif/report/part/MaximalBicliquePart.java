package dev.motif.report.part;

import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.MaximalBicliqueSummary;
import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.HeatMap;
import dev.motif.report.chart.HeatMap.Cell;
import dev.motif.report.chart.Histogram;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranges;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Ranking.Entry;
import dev.motif.report.chart.Words;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The part of the report about the number of maximal bicliques of each size. */
record MaximalBicliquePart(SizeLimits sizes) implements Part<BipartiteGraph> {
    @Override
    public String title() {
        return "Maximal bicliques";
    }

    @Override
    public String about(Words words) {
        String all = "A biclique is " + words.left() + " and " + words.right()
                + " nodes with all relationships between them; it is maximal when no node can be added.";
        return sizes.minLeft() == 1 && sizes.minRight() == 1
                ? all
                : all + " These are the ones with " + sizes.minLeft() + " " + words.left() + " and " + sizes.minRight()
                        + " " + words.right() + " nodes or more.";
    }

    @Override
    public List<Step<BipartiteGraph, ?, ?>> steps() {
        return List.of(step(), largest());
    }

    private Step<BipartiteGraph, MaximalBicliqueConfig, MaximalBicliqueResult> step() {
        return new Step<>(new MaximalBicliqueAlgorithm(), MaximalBicliqueConfig.TOTALS.with(sizes));
    }

    private Step<BipartiteGraph, MaximumBicliqueConfig, FoundGroups<Biclique>> largest() {
        return new Step<>(
                new MaximumBicliqueAlgorithm(),
                new MaximumBicliqueConfig(
                        MaximalBicliqueConfig.TOTALS.with(sizes),
                        GroupChoice.top(Ranking.MOST, Part.MOST_OVERLAP),
                        BicliqueSize.BALANCED));
    }

    @Override
    public Drawing draw(BipartiteGraph graph, PartRun run) {
        Drawing counted = run.of(graph, step(), (counts, workers) -> draw(counts, run.words()));
        return Part.withGroups(
                counted, () -> run.of(graph, largest(), (found, workers) -> ranking(found, run.words())));
    }

    private static Ranking ranking(FoundGroups<Biclique> found, Words words) {
        List<Entry> groups = new ArrayList<>();
        found.forEachRemaining(biclique -> groups.add(new Entry(
                List.of(Ranking.cell(Side.LEFT, biclique.left()), Ranking.cell(Side.RIGHT, biclique.right())),
                Numbers.text(biclique.left().length) + " × " + Numbers.text(biclique.right().length))));
        return Ranking.ofGroups("bicliques", List.of(words.leftNodes(), words.rightNodes()), groups);
    }

    private static Drawing draw(MaximalBicliqueResult counts, Words words) {
        MaximalBicliqueSummary summary = MaximalBicliqueSummary.of(counts);
        return Drawing.whole(
                List.of(
                        new Fact("Maximal bicliques", Numbers.text(counts.total())),
                        new Fact("Most relationships of one", Numbers.text(summary.maxEdges())),
                        new Fact(
                                "Its size, " + words.left() + " × " + words.right(),
                                Numbers.text(summary.maxEdgesLeft()) + " × " + Numbers.text(summary.maxEdgesRight())),
                        new Fact("Largest balanced one", balanced(summary.maxBalanced()))),
                heatMap(counts.sizes(), summary, words));
    }

    private static String balanced(long size) {
        return Numbers.text(size) + " × " + Numbers.text(size);
    }

    private static HeatMap heatMap(List<SizeHistogram.Entry> sizes, MaximalBicliqueSummary summary, Words words) {
        Ranges columns = Ranges.of(1, Math.max(1, summary.maxLeft()), Histogram.FEW);
        Ranges lines = Ranges.of(1, Math.max(1, summary.maxRight()), Histogram.FEW);
        Map<Integer, BigInteger> counts = new TreeMap<>();
        for (SizeHistogram.Entry size : sizes) {
            int cell = columns.indexOf(size.left()) * lines.count() + lines.indexOf(size.right());
            counts.merge(cell, BigInteger.valueOf(size.count()), BigInteger::add);
        }
        List<Cell> cells = counts.entrySet().stream()
                .map(cell -> new Cell(cell.getKey() / lines.count(), cell.getKey() % lines.count(), cell.getValue()))
                .toList();
        return new HeatMap(
                "Maximal bicliques by their number of nodes on each side",
                words.leftNodes(),
                words.rightNodes(),
                "Maximal bicliques",
                columns.labels(),
                lines.labels(),
                cells);
    }
}
