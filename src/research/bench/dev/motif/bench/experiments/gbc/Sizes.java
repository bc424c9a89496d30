package dev.motif.bench.experiments.gbc;

import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figures 7 and 8: GBC beside its baselines, and beside PIVOT, for several sizes.
 *
 * @param name the start of the names of its files
 * @param sizes p and q, size by size
 * @param label the column that tells the sizes apart on the horizontal axis, {@code "p"} or {@code "p + q"}
 */
record Sizes(String name, String title, String claim, int[][] sizes, String label) implements Experiment {
    private static final String GBC = "GBC";
    private static final String BCLP = "BCLP";

    /** The sizes of 16 vertices, as in the paper. */
    static Sizes ofSixteen() {
        int[][] sizes = IntStream.iterate(4, p -> p <= 12, p -> p + 2)
                .mapToObj(p -> new int[] {p, 16 - p})
                .toArray(int[][]::new);
        return new Sizes(
                "figure-7",
                "Figure 7: p + q = 16",
                "GBC is faster than BCL by 505 times on average, than BCLP by 147 times, and than GBL by 15.7 times, on an"
                        + " RTX 3090 and 16 threads of a Core i9-10900K; more where p and q are close to each other.",
                sizes,
                "p");
    }

    /** The sizes of 8 to 24 vertices with p = q. */
    static Sizes square() {
        int[][] sizes = IntStream.iterate(4, p -> p <= 12, p -> p + 2)
                .mapToObj(p -> new int[] {p, p})
                .toArray(int[][]::new);
        return new Sizes(
                "figure-8",
                "Figure 8: p = q",
                "GBC is faster than all others for p + q of 8 to 24, by 2.4 to 6,298 times; the times on the CPU grow and"
                        + " then fall with p + q.",
                sizes,
                "p + q");
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Map<String, List<Double>> speedups = new LinkedHashMap<>();
        List<Technique> first = techniques(lab, 2, 2);
        String gbc = first.stream()
                .map(Technique::name)
                .filter(each -> each.startsWith(GBC))
                .reduce((cpu, gpu) -> gpu)
                .orElse(GBC);
        Table table = lab.table(name)
                .with(Column.text("Graph"))
                .with(Column.count("p"))
                .with(Column.count("q"))
                .with(Column.count("p + q"))
                .with(Column.count("Bicliques"))
                .with(Column.millis(first));
        int[] highest = {0, 0};
        GbcRuns.forEachGraph(lab, (graphName, graph) -> {
            List<Double> series = new ArrayList<>();
            for (int[] size : lab.quick() ? new int[][] {sizes[0]} : sizes) {
                int p = size[0];
                int q = size[1];
                Map<String, Measured> measured =
                        lab.compare(graphName + " (" + p + "," + q + ")", graph, techniques(lab, p, q));
                BigInteger count = measured.values().stream()
                        .map(Measured::result)
                        .filter(result -> result != null && result.containsKey(GbcRuns.COUNT))
                        .findFirst()
                        .map(result -> new BigInteger((String) GbcRuns.count(result)))
                        .orElse(null);
                List<Times> times =
                        measured.values().stream().map(GbcRuns::counting).toList();
                table.add(graphName, p, q, p + q, count, times);
                if (count != null && count.signum() > 0) {
                    addSpeedups(measured, gbc, speedups);
                }
                series.add(shape(measured, gbc));
            }
            boolean known = series.size() > 2 && !series.contains(Double.NaN);
            highest[1] += known ? 1 : 0;
            highest[0] += known && isHighestInside(series) ? 1 : 0;
        });
        Outcome outcome = new Outcome().with(table, Figure.lines(title + ": milliseconds of counting", "Graph", label));
        speedups.forEach((other, ratios) -> outcome.with(finding(gbc, other, ratios)));
        return outcome.with(Finding.of(
                isSquare()
                        ? "The times of BCLP grow and then fall with p + q"
                        : "GBC gains most against BCLP where p and q are close to each other",
                highest[0],
                highest[1],
                "Graphs where each size has both times."));
    }

    private boolean isSquare() {
        return sizes[1][0] == sizes[1][1];
    }

    /** The figure that is to be highest for sizes in the middle: the time of BCLP, or how many times as fast GBC is. */
    private double shape(Map<String, Measured> measured, String gbc) {
        if (!measured.containsKey(BCLP) || !measured.containsKey(gbc)) {
            return Double.NaN;
        }
        Times of = GbcRuns.counting(measured.get(BCLP));
        return isSquare() ? of.min() : of.ratioTo(GbcRuns.counting(measured.get(gbc)));
    }

    private static boolean isHighestInside(List<Double> series) {
        int highest = series.indexOf(Collections.max(series));
        return highest > 0 && highest < series.size() - 1;
    }

    private static List<Technique> techniques(ExperimentRunner lab, int p, int q) {
        List<Technique> all = Stream.of(
                        GbcRuns.gbc(lab, GBC, p, q, Map.of()),
                        GbcRuns.gbc(lab, "GBL", p, q, GbcRuns.GBL),
                        List.of(GbcRuns.bcl("BCL", p, q).onThreads(1), GbcRuns.bcl(BCLP, p, q)),
                        GbcRuns.pivot(lab, p, q))
                .flatMap(List::stream)
                .toList();
        return lab.possible(all);
    }

    private static void addSpeedups(Map<String, Measured> measured, String gbc, Map<String, List<Double>> speedups) {
        Times own = GbcRuns.counting(measured.get(gbc));
        measured.forEach((other, of) -> {
            if (!other.startsWith(GBC)) {
                List<Double> ratios = speedups.computeIfAbsent(other, key -> new ArrayList<>());
                double ratio = GbcRuns.ratio(GbcRuns.counting(of), own);
                if (!Double.isNaN(ratio)) {
                    ratios.add(ratio);
                }
            }
        });
    }

    private static Finding finding(String gbc, String other, List<Double> ratios) {
        int faster = (int) ratios.stream().filter(ratio -> ratio > 1).count();
        return Finding.of(
                gbc + " counts faster than " + other,
                faster,
                ratios.size(),
                ratios.isEmpty()
                        ? "No row where both ended in time, and one took 1 ms."
                        : String.format(
                                Locale.ROOT,
                                "%s takes %.2f times as long on average (geometric), %.2f to %.2f, where both ended, one took"
                                        + " 1 ms and there are bicliques.",
                                other,
                                Times.mean(ratios),
                                ratios.stream().mapToDouble(r -> r).min().orElseThrow(),
                                ratios.stream().mapToDouble(r -> r).max().orElseThrow()));
    }
}
