package dev.motif.report.part;

import dev.motif.algorithm.similar.nodes.SimilarPairs;
import dev.motif.algorithm.similar.nodes.SimilarityAlgorithm;
import dev.motif.algorithm.similar.nodes.SimilarityConfig;
import dev.motif.algorithm.similar.nodes.SimilarityConfig.Choice;
import dev.motif.algorithm.similar.nodes.SimilaritySummary;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.PairHeap;
import dev.motif.backend.Algorithm;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Ranking.End;
import dev.motif.report.chart.Ranking.Entry;
import dev.motif.report.chart.SeriesChart;
import dev.motif.report.chart.SeriesChart.Form;
import dev.motif.report.chart.SeriesChart.Series;
import dev.motif.report.chart.Words;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The part of the report about the similarity of the nodes of each side. */
final class SimilarityPart implements Part<BipartiteGraph> {
    /** The algorithm for any graph, taken as one for bipartite graphs. */
    @SuppressWarnings("unchecked")
    private static final Algorithm<BipartiteGraph, SimilarityConfig, SimilarPairs> COMPARE =
            (Algorithm<BipartiteGraph, SimilarityConfig, SimilarPairs>) (Algorithm<?, ?, ?>) new SimilarityAlgorithm();

    private static final Step<BipartiteGraph, SimilarityConfig, SimilarPairs> LEFT = of(Side.LEFT);
    private static final Step<BipartiteGraph, SimilarityConfig, SimilarPairs> RIGHT = of(Side.RIGHT);

    private static final int RANGES = 20;

    private static Step<BipartiteGraph, SimilarityConfig, SimilarPairs> of(Side side) {
        return new Step<>(COMPARE, SimilarityConfig.allOf(side));
    }

    @Override
    public String title() {
        return "Node similarity";
    }

    @Override
    public String about(Words words) {
        return "The similarity of two nodes of a side is the share of their common neighbors among all neighbors of the"
                + " two (Jaccard). Pairs without common neighbors are left out.";
    }

    @Override
    public List<Step<BipartiteGraph, ?, ?>> steps() {
        return List.of(LEFT, RIGHT);
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public Drawing draw(BipartiteGraph graph, PartRun run) {
        Words words = run.words();
        Found left = run.of(graph, LEFT, (pairs, workers) -> Found.of(pairs));
        Found right = run.of(graph, RIGHT, (pairs, workers) -> Found.of(pairs));
        return Drawing.whole(
                List.of(
                        new Fact("Mean of " + words.left() + " pairs", Numbers.text(left.mean())),
                        new Fact("Mean of " + words.right() + " pairs", Numbers.text(right.mean())),
                        new Fact("Similarity 1, " + words.left() + " pairs", Numbers.text(left.equal())),
                        new Fact("Similarity 1, " + words.right() + " pairs", Numbers.text(right.equal()))),
                new SeriesChart(
                        "Pairs of similar nodes by their similarity",
                        Form.BARS,
                        "Similarity",
                        "Pairs",
                        labels(),
                        List.of(left.series(words.leftNodes()), right.series(words.rightNodes()))),
                left.ranking(words.leftNodes(), Side.LEFT),
                right.ranking(words.rightNodes(), Side.RIGHT));
    }

    /** Each range without its first number and with its last one. */
    private static List<String> labels() {
        return IntStream.range(0, RANGES)
                .mapToObj(i -> String.format(Locale.ROOT, "%.2f–%.2f", (double) i / RANGES, (i + 1.0) / RANGES))
                .toList();
    }

    /** The range of a similarity above 0, which as a nearest double is equal to the end of a range if it is that. */
    static int range(double similarity) {
        int range = (int) Math.ceil(similarity * RANGES) - 1;
        return similarity <= (double) range / RANGES ? range - 1 : range;
    }

    /**
     * The pairs of a side.
     *
     * @param counts the pairs in each range
     * @param mean their mean similarity, 0 without pairs
     * @param equal the number of pairs of similarity 1
     * @param best the most similar ones
     */
    private record Found(long[] counts, double mean, long equal, List<NeighborPair> best) {
        static Found of(SimilarPairs pairs) {
            SimilaritySummary.Collector all = new SimilaritySummary.Collector(pairs);
            long[] counts = new long[RANGES];
            long equal = 0;
            PairHeap best = new Choice(Ranking.MOST, false).best(pairs.heap());
            while (all.hasNext()) {
                NeighborPair pair = all.next();
                double similarity = pair.value();
                counts[range(similarity)]++;
                equal += similarity == 1 ? 1 : 0;
                best.offer(pair.source(), pair.target(), pair.common(), similarity);
            }
            return new Found(counts, all.summary().mean(), equal, best.takeAll(pairs.heap()));
        }

        Series series(String nodes) {
            return new Series(
                    nodes, Arrays.stream(counts).mapToObj(BigInteger::valueOf).toList());
        }

        Ranking ranking(String nodes, Side side) {
            return Ranking.ofPairs(
                    nodes,
                    "Similarity",
                    best.stream()
                            .map(pair -> Entry.of(
                                    List.of(new End(side, pair.source()), new End(side, pair.target())),
                                    Numbers.text(pair.value())))
                            .toList());
        }
    }
}
