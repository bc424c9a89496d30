package dev.motif.report.part;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
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

/** The part of the report about the number of butterflies of each node. */
final class ButterflyPart implements Part<BipartiteGraph> {
    private static final Step<BipartiteGraph, ButterflyConfig, ButterflyResult> PER_NODE =
            new Step<>(new ButterflyAlgorithm(), new ButterflyConfig(true, false));

    @Override
    public String title() {
        return "Butterflies";
    }

    @Override
    public String about(Words words) {
        return "A butterfly is two " + words.left() + " and two " + words.right()
                + " nodes with all four relationships between them.";
    }

    @Override
    public List<Step<BipartiteGraph, ?, ?>> steps() {
        return List.of(PER_NODE);
    }

    @Override
    public Drawing draw(BipartiteGraph graph, PartRun run) {
        return run.of(graph, PER_NODE, (counts, workers) -> draw(graph, counts, run.words(), workers));
    }

    private static Drawing draw(BipartiteGraph graph, ButterflyResult counts, Words words, Workers workers) {
        Values left = Values.of(counts.left());
        Values right = Values.of(counts.right());
        return Drawing.whole(
                List.of(
                        new Fact("Butterflies", Numbers.text(counts.total())),
                        new Fact("Most of one " + words.left() + " node", Numbers.text(left.max(workers))),
                        new Fact("Most of one " + words.right() + " node", Numbers.text(right.max(workers))),
                        new Fact("Clustering coefficient", Numbers.text(counts.clusteringCoefficient()))),
                Histogram.of(
                                "Nodes by the number of butterflies they are in",
                                "Butterflies of a node",
                                "Nodes",
                                workers)
                        .with(words.leftNodes(), left)
                        .with(words.rightNodes(), right)
                        .chart(Histogram.FEW),
                Ranking.ofNodes(words.leftNodes(), Side.LEFT, graph.left(), "Butterflies", left, workers),
                Ranking.ofNodes(words.rightNodes(), Side.RIGHT, graph.right(), "Butterflies", right, workers));
    }
}
