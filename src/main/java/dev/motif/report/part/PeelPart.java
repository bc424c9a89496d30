package dev.motif.report.part;

import dev.motif.algorithm.level.core.KCoreAlgorithm;
import dev.motif.algorithm.level.core.KCoreConfig;
import dev.motif.algorithm.level.core.KCoreSummary;
import dev.motif.algorithm.level.truss.KTrussAlgorithm;
import dev.motif.algorithm.level.truss.KTrussConfig;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.PeelSummary;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.parallel.Workers;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Histogram;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Values;
import dev.motif.report.chart.Words;
import java.util.List;
import java.util.function.Function;

/**
 * A part of the report about the numbers that peeling gives to the relationships of a graph, or to its nodes: how many
 * have which number, and which have the largest.
 *
 * @param number what the numbers are, such as {@code "wing number"}
 * @param ofNodes whether nodes have them, not relationships
 * @param about what a number says
 * @param mostSingle the most numbers that each get a bar
 * @param numbers what to draw of a result
 */
record PeelPart<G extends Graph, C, R extends AutoCloseable>(
        Step<G, C, R> step,
        String number,
        boolean ofNodes,
        String about,
        int mostSingle,
        Function<R, Levels> numbers,
        TopRanking<G> ranking)
        implements Part<G> {
    /** The most bars of core and truss numbers that fit on a page: they are small and close together. */
    private static final int MOST_SINGLE = 128;

    /**
     * The numbers of a result.
     *
     * @param levels how many different numbers there are
     * @param atMax how many are the largest
     */
    record Levels(Values values, long levels, long atMax) {
        private static Levels of(OffHeapLongs numbers, long levels) {
            return new Levels(
                    Values.of(numbers), levels, PeelSummary.of(numbers).atMax());
        }
    }

    /** Lists what has the largest numbers. */
    @FunctionalInterface
    interface TopRanking<G extends Graph> {
        Ranking of(Words words, String number, G graph, Values values, Workers workers);
    }

    static Part<BipartiteGraph> wings() {
        return new PeelPart<>(
                new Step<>(new WingAlgorithm(), new WingConfig()),
                "wing number",
                false,
                "A relationship of wing number k is in a part of the graph whose relationships are all in k butterflies"
                        + " of that part or more.",
                Histogram.FEW,
                (PeeledEdges counts) -> Levels.of(counts.edges(), counts.levels()),
                Ranking::ofEdges);
    }

    static Part<UnipartiteGraph> trusses() {
        return new PeelPart<>(
                new Step<>(new KTrussAlgorithm(), new KTrussConfig()),
                "truss number",
                false,
                "A relationship of truss number k is in a part of the graph whose relationships are all in k - 2"
                        + " triangles of that part or more.",
                MOST_SINGLE,
                (PeeledEdges counts) -> Levels.of(counts.edges(), counts.levels()),
                Ranking::ofEdges);
    }

    static Part<UnipartiteGraph> cores() {
        return new PeelPart<>(
                new Step<>(new KCoreAlgorithm(), new KCoreConfig()),
                "core number",
                true,
                "A node of core number k is in a part of the graph whose nodes all have k neighbors in that part or"
                        + " more.",
                MOST_SINGLE,
                (KCoreResult counts) -> {
                    KCoreSummary summary = KCoreSummary.of(counts);
                    return new Levels(Values.of(counts.cores()), summary.levels(), summary.nodesAtMax());
                },
                (words, number, graph, values, workers) ->
                        Ranking.ofNodes(words.nodes(), Side.LEFT, graph.adjacency(), number, values, workers));
    }

    @Override
    public String title() {
        return capital() + "s";
    }

    private String capital() {
        return Character.toUpperCase(number.charAt(0)) + number.substring(1);
    }

    @Override
    public String about(Words words) {
        return about;
    }

    @Override
    public List<Step<G, ?, ?>> steps() {
        return List.of(step);
    }

    @Override
    public Drawing draw(G graph, PartRun run) {
        return run.of(graph, step, (counts, workers) -> draw(graph, numbers.apply(counts), run.words(), workers));
    }

    private Drawing draw(G graph, Levels levels, Words words, Workers workers) {
        Values values = levels.values;
        String holders = ofNodes ? "Nodes" : "Relationships";
        return Drawing.whole(
                List.of(
                        new Fact("Largest " + number, Numbers.text(values.max(workers))),
                        new Fact(holders + " with it", Numbers.text(levels.atMax)),
                        new Fact("Different " + number + "s", Numbers.text(levels.levels))),
                Histogram.of(holders + " by " + number, capital(), holders, workers)
                        .with(ofNodes ? words.nodes() : words.relationships(), values)
                        .chart(mostSingle),
                ranking.of(words, capital(), graph, values, workers));
    }
}
