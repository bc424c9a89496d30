package dev.motif.report.part;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.SeriesChart;
import dev.motif.report.chart.SeriesChart.Form;
import dev.motif.report.chart.SeriesChart.Series;
import dev.motif.report.chart.Words;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The part of the report about the number of cliques of each size, or only of small sizes when that takes too long.
 *
 * @param maxK the largest size that is wanted, or {@link KCliqueConfig#ALL}
 */
record KCliquePart(int maxK) implements Part<UnipartiteGraph> {
    /** The largest size that is counted when counting all sizes fails; small cliques are counted far faster. */
    private static final int SMALL = 5;

    @Override
    public String title() {
        return "k-cliques";
    }

    @Override
    public String about(Words words) {
        return "A k-clique is k nodes that are all related to each other."
                + (maxK == KCliqueConfig.ALL ? "" : " Sizes up to " + maxK + " were asked for.");
    }

    @Override
    public List<Step<UnipartiteGraph, ?, ?>> steps() {
        return List.of(upTo(maxK));
    }

    private static Step<UnipartiteGraph, KCliqueConfig, KCliqueResult> upTo(int maxK) {
        return new Step<>(new KCliqueAlgorithm(), KCliqueConfig.total(KCliqueConfig.MIN_SIZE, maxK));
    }

    @Override
    public Drawing draw(UnipartiteGraph graph, PartRun run) {
        try {
            return draw(graph, maxK, null, run);
        } catch (NotDrawnException e) {
            if (maxK <= SMALL) {
                throw e;
            }
            String cut = "Only cliques of up to " + SMALL + " nodes are shown. Larger ones were not counted: "
                    + e.getMessage() + ".";
            return draw(graph, SMALL, cut, run);
        }
    }

    private static Drawing draw(UnipartiteGraph graph, int maxK, String cut, PartRun run) {
        return run.of(graph, upTo(maxK), (counts, workers) -> draw(graph, counts, cut));
    }

    private static Drawing draw(UnipartiteGraph graph, KCliqueResult counts, String cut) {
        BigInteger all = IntStream.rangeClosed(KCliqueConfig.MIN_SIZE, counts.largest())
                .mapToObj(counts::count)
                .reduce(BigInteger.ZERO, BigInteger::add);
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Triangles", Numbers.text(counts.count(KCliqueConfig.MIN_SIZE))));
        facts.add(new Fact("Cliques of these sizes", Numbers.text(all)));
        Integer cliqueNumber = counts.cliqueNumber(graph);
        if (cliqueNumber != null) {
            facts.add(new Fact("Nodes of the largest clique", Numbers.text(cliqueNumber)));
        }
        SeriesChart chart = chart(
                "Cliques by their number of nodes",
                "k, the nodes of a clique",
                "k-cliques",
                KCliqueConfig.MIN_SIZE,
                counts.largest(),
                counts::count);
        return new Drawing(facts, chart, List.of(), cut);
    }

    /** A line of the numbers of cliques, by their sizes from {@code least} to {@code most}. */
    static SeriesChart chart(
            String title, String size, String cliques, int least, int most, IntFunction<BigInteger> count) {
        int[] sizes = IntStream.rangeClosed(least, most).toArray();
        return new SeriesChart(
                title,
                Form.LINE,
                size,
                cliques,
                IntStream.of(sizes).mapToObj(Integer::toString).toList(),
                List.of(new Series(cliques, IntStream.of(sizes).mapToObj(count).toList())));
    }
}
