package dev.motif.report.part;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsSummary;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Histogram;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Values;
import dev.motif.report.chart.Words;
import java.util.List;

/** The part of the report about the number of common neighbors of the two nodes of each relationship. */
final class CommonNeighborsPart implements Part<UnipartiteGraph> {
    private static final Step<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult> PER_NODE_TOO =
            new Step<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(true));

    @Override
    public String title() {
        return "Common neighbors";
    }

    @Override
    public String about(Words words) {
        return "The common neighbors of the two nodes of a relationship are the triangles that it is in.";
    }

    @Override
    public List<Step<UnipartiteGraph, ?, ?>> steps() {
        return List.of(PER_NODE_TOO);
    }

    @Override
    public Drawing draw(UnipartiteGraph graph, PartRun run) {
        return run.of(graph, PER_NODE_TOO, (counts, workers) -> draw(graph, counts, run.words(), workers));
    }

    private static Drawing draw(UnipartiteGraph graph, CommonNeighborsResult counts, Words words, Workers workers) {
        Values common = Values.of(counts.edges());
        CommonNeighborsSummary summary = CommonNeighborsSummary.of(graph, counts);
        return Drawing.whole(
                List.of(
                        new Fact("Triangles", Numbers.text(counts.triangles())),
                        new Fact("Most common neighbors", Numbers.text(summary.maxCommonNeighbors())),
                        new Fact("Global clustering coefficient", Numbers.text(summary.globalClusteringCoefficient())),
                        new Fact(
                                "Average clustering coefficient",
                                Numbers.text(summary.averageClusteringCoefficient()))),
                Histogram.of(
                                "Relationships by the number of common neighbors of their two nodes",
                                "Common neighbors",
                                "Relationships",
                                workers)
                        .with(words.relationships(), common)
                        .chart(Histogram.FEW),
                Ranking.ofEdges(words, "Common neighbors", graph, common, workers));
    }
}
