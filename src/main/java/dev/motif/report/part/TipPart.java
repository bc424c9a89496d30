package dev.motif.report.part;

import dev.motif.algorithm.level.tip.TipAlgorithm;
import dev.motif.algorithm.level.tip.TipConfig;
import dev.motif.algorithm.level.tip.TipResult;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.parallel.Workers;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Histogram;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Values;
import dev.motif.report.chart.Words;
import java.util.List;

/** The part of the report about the tip numbers of the nodes of both sides. */
final class TipPart implements Part<BipartiteGraph> {
    private static final TipAlgorithm COUNT = new TipAlgorithm();
    private static final Step<BipartiteGraph, TipConfig, TipResult> LEFT = new Step<>(COUNT, new TipConfig(Side.LEFT));
    private static final Step<BipartiteGraph, TipConfig, TipResult> RIGHT =
            new Step<>(COUNT, new TipConfig(Side.RIGHT));

    @Override
    public String title() {
        return "Tip numbers";
    }

    @Override
    public String about(Words words) {
        return "A node of tip number k is in a part of the graph, made of nodes of its side and all of the other side,"
                + " whose nodes of that side are all in k butterflies of that part or more.";
    }

    @Override
    public List<Step<BipartiteGraph, ?, ?>> steps() {
        return List.of(LEFT, RIGHT);
    }

    @Override
    public Drawing draw(BipartiteGraph graph, PartRun run) {
        return run.of(
                graph,
                LEFT,
                (left, before) ->
                        run.of(graph, RIGHT, (right, workers) -> draw(graph, left, right, run.words(), workers)));
    }

    private static Drawing draw(
            BipartiteGraph graph, TipResult leftCounts, TipResult rightCounts, Words words, Workers workers) {
        Values left = Values.of(leftCounts.vertices());
        Values right = Values.of(rightCounts.vertices());
        return Drawing.whole(
                List.of(
                        new Fact("Largest of one " + words.left() + " node", Numbers.text(left.max(workers))),
                        new Fact("Largest of one " + words.right() + " node", Numbers.text(right.max(workers))),
                        new Fact("Different numbers, " + words.left(), Numbers.text(leftCounts.levels())),
                        new Fact("Different numbers, " + words.right(), Numbers.text(rightCounts.levels()))),
                Histogram.of("Nodes by tip number", "Tip number", "Nodes", workers)
                        .with(words.leftNodes(), left)
                        .with(words.rightNodes(), right)
                        .chart(Histogram.FEW),
                Ranking.ofNodes(words.leftNodes(), Side.LEFT, graph.left(), "Tip number", left, workers),
                Ranking.ofNodes(words.rightNodes(), Side.RIGHT, graph.right(), "Tip number", right, workers));
    }
}
