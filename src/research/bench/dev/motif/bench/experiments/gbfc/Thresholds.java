package dev.motif.bench.experiments.gbfc;

import dev.motif.backend.Backend;
import dev.motif.backend.work.StageTimes.Stage;
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
import dev.motif.research.gbfc.GbfcConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Section 7.5: the grid of thresholds, which have an effect only on a GPU. */
final class Thresholds implements Experiment {
    /** A time within this factor of the best is as good. */
    private static final double AS_GOOD = 1.02;

    /** The thresholds of one run: {@code threadDegree}, {@code blockDegree} and {@code wedgeThreshold}. */
    private record Point(int thread, int block, int wedges) {
        static final Point OF_PAPER =
                new Point(GbfcConfig.THREAD_DEGREE, GbfcConfig.BLOCK_DEGREE, GbfcConfig.WEDGE_THRESHOLD);

        Map<String, Object> config() {
            return Map.of("threadDegree", thread, "blockDegree", block, "wedgeThreshold", wedges);
        }
    }

    @Override
    public String name() {
        return "section-7-5";
    }

    @Override
    public String title() {
        return "Section 7.5: thresholds";
    }

    @Override
    public String claim() {
        return "threadDegree 16, blockDegree 1024 and wedgeThreshold 4096 are the best of a grid of 64, and 7% faster than the"
                + " others on average.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Outcome outcome = new Outcome();
        if (!lab.backends().contains(Backend.GPU)) {
            return outcome.with(Finding.of(
                    "The paper's thresholds are the best", 0, 0, "The thresholds have an effect only on a GPU."));
        }
        Map<Point, Technique> grid = grid(lab);
        Table all = lab.table(name() + "-grid")
                .with(Column.text("Graph"))
                .with(Column.count("threadDegree"))
                .with(Column.count("blockDegree"))
                .with(Column.count("wedgeThreshold"))
                .with(Column.millis("Counting"))
                .with(Column.number("/ the paper's"));
        Table summary = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.millis("The paper's"))
                .with(Column.millis("Best"))
                .with(Column.text("with"))
                .with(Column.millis("Worst"))
                .with(Column.number("Mean of the others / the paper's"));
        int[] best = {0};
        List<Double> means = new ArrayList<>();
        GbfcPaper.GRAPHS.forEach(lab, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(name, graph, grid.values());
            Map<Point, Times> times = new LinkedHashMap<>();
            grid.forEach((point, technique) ->
                    times.put(point, measured.get(technique.name()).times(Stage.COMPUTE)));
            if (times.values().stream().anyMatch(Times::isCut)) {
                return;
            }
            Times ofPaper = times.get(Point.OF_PAPER);
            times.forEach((point, time) ->
                    all.add(name, point.thread, point.block, point.wedges, time, time.ratioTo(ofPaper)));
            Comparator<Map.Entry<Point, Times>> order =
                    Comparator.comparingDouble(each -> each.getValue().median());
            Map.Entry<Point, Times> fastest =
                    times.entrySet().stream().min(order).orElseThrow();
            Times slowest = times.entrySet().stream().max(order).orElseThrow().getValue();
            double others = times.entrySet().stream()
                    .filter(each -> !each.getKey().equals(Point.OF_PAPER))
                    .mapToDouble(each -> each.getValue().ratioTo(ofPaper))
                    .average()
                    .orElseThrow();
            summary.add(name, ofPaper, fastest.getValue(), text(fastest.getKey()), slowest, others);
            means.add(others);
            best[0] += ofPaper.ratioTo(fastest.getValue()) <= AS_GOOD ? 1 : 0;
        });
        return outcome.with(
                        summary,
                        Figure.bars(
                                "Thresholds: milliseconds of counting",
                                List.of("Graph"),
                                "The paper's",
                                "Best",
                                "Worst"))
                .with(all)
                .with(Finding.of(
                        "The paper's thresholds are the best",
                        best[0],
                        summary.rows().size(),
                        "Within 2% of the best."))
                .with(Finding.of(
                        "The others take longer on average, by 7%",
                        (int) means.stream().filter(mean -> mean > 1).count(),
                        means.size(),
                        means.isEmpty()
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        "%.2f to %.2f times as long.",
                                        Collections.min(means),
                                        Collections.max(means))));
    }

    private static String text(Point point) {
        return point.thread + ", " + point.block + ", " + point.wedges;
    }

    private static Map<Point, Technique> grid(ExperimentRunner lab) {
        Map<Point, Technique> grid = new LinkedHashMap<>();
        for (int thread : lab.quick() ? List.of(16, 64) : List.of(16, 32, 64, 128)) {
            for (int block : lab.quick() ? List.of(1024) : List.of(512, 1024, 2048, 4096)) {
                for (int wedges : lab.quick() ? List.of(1024, 4096) : List.of(1024, 2048, 4096, 6144)) {
                    Point point = new Point(thread, block, wedges);
                    Technique onGpu = Techniques.gbfc(lab, text(point), point.config()).stream()
                            .filter(technique -> technique.backend() == Backend.GPU)
                            .findFirst()
                            .orElseThrow();
                    grid.put(point, onGpu);
                }
            }
        }
        return grid;
    }
}
