package dev.motif.report;

import dev.motif.algorithm.kclique.kcore.KCoreAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreConfig;
import dev.motif.algorithm.kclique.kcore.KCoreResult;
import dev.motif.algorithm.kclique.kcore.KCoreSummary;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;
import dev.motif.report.Drawing.Fact;
import java.util.List;

/** The part of the report about the core numbers of the nodes. */
final class KCorePart implements Part<UnipartiteGraph> {
    /** The most bars of single core numbers, as many as fit on a page: core numbers are small and close together. */
    private static final int MOST_SINGLE = 128;

    private static final KCoreAlgorithm COUNT = new KCoreAlgorithm();
    private static final Step<UnipartiteGraph, KCoreConfig, KCoreResult> CORES = new Step<>(COUNT, new KCoreConfig());

    @Override
    public String name() {
        return COUNT.name();
    }

    @Override
    public String title() {
        return "Core numbers";
    }

    @Override
    public String about(Words words) {
        return "A node of core number k is in a part of the graph whose nodes all have k neighbors in that part or more.";
    }

    @Override
    public List<Step<UnipartiteGraph, ?, ?>> steps() {
        return List.of(CORES);
    }

    @Override
    public Drawing draw(UnipartiteGraph graph, PartRun run) {
        return run.of(graph, CORES, (counts, workers) -> draw(counts, run.words(), workers));
    }

    private static Drawing draw(KCoreResult counts, Words words, Workers workers) {
        Values cores = Values.of(counts.cores());
        KCoreSummary summary = KCoreSummary.of(counts);
        return Drawing.whole(
                List.of(
                        new Fact("Largest core number", Numbers.text(summary.degeneracy())),
                        new Fact("Nodes with it", Numbers.text(summary.nodesAtMax())),
                        new Fact("Different core numbers", Numbers.text(summary.levels()))),
                Histogram.of("Nodes by core number", "Core number", "Nodes", workers)
                        .with(words.nodes(), cores)
                        .chart(MOST_SINGLE),
                Ranking.ofNodes(words.nodes(), Side.LEFT, "Core number", cores, workers));
    }
}
