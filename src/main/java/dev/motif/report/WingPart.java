package dev.motif.report;

import dev.motif.algorithm.butterfly.wing.WingAlgorithm;
import dev.motif.algorithm.butterfly.wing.WingConfig;
import dev.motif.algorithm.butterfly.wing.WingResult;
import dev.motif.algorithm.butterfly.wing.WingSummary;
import dev.motif.graph.BipartiteGraph;
import dev.motif.parallel.Workers;
import dev.motif.report.Drawing.Fact;
import java.util.List;

/** The part of the report about the wing numbers of the relationships. */
final class WingPart implements Part<BipartiteGraph> {
    private static final WingAlgorithm COUNT = new WingAlgorithm();
    private static final Step<BipartiteGraph, WingConfig, WingResult> WINGS = new Step<>(COUNT, new WingConfig());

    @Override
    public String name() {
        return COUNT.name();
    }

    @Override
    public String title() {
        return "Wing numbers";
    }

    @Override
    public String about(Words words) {
        return "A relationship of wing number k is in a part of the graph whose relationships are all in k butterflies"
                + " of that part or more.";
    }

    @Override
    public List<Step<BipartiteGraph, ?, ?>> steps() {
        return List.of(WINGS);
    }

    @Override
    public Drawing draw(BipartiteGraph graph, PartRun run) {
        return run.of(graph, WINGS, (counts, workers) -> draw(graph, counts, run.words(), workers));
    }

    private static Drawing draw(BipartiteGraph graph, WingResult counts, Words words, Workers workers) {
        WingSummary summary = WingSummary.of(counts);
        Values wings = Values.of(counts.edges());
        long max = summary.maxWing() == null ? 0 : summary.maxWing();
        return Drawing.whole(
                List.of(
                        new Fact("Largest wing number", Numbers.text(max)),
                        new Fact("Relationships with it", Numbers.text(summary.relationshipsAtMax())),
                        new Fact("Different wing numbers", Numbers.text(summary.levels()))),
                Histogram.of("Relationships by wing number", "Wing number", "Relationships", workers)
                        .with(words.relationships(), wings)
                        .chart(Histogram.FEW),
                Ranking.ofEdges(words, "Wing number", graph, wings, workers));
    }
}
