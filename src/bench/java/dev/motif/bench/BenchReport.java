package dev.motif.bench;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.load.GraphKind;
import dev.motif.bench.load.LoadedGraph;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The output of the command line about a graph and its runs: a human-readable text, or one line of JSON. */
final class BenchReport {
    /** The stages of a run that are reported. */
    static final List<Stage> STAGES = List.of(Stage.PREPARE, Stage.TRANSFER, Stage.COMPUTE);

    private BenchReport() {}

    static String graphLine(String name, LoadedGraph loaded, double loadMillis) {
        return String.format(
                Locale.ROOT,
                "%s: %s, %d duplicates and %d self-loops dropped%s, loaded in %.0f ms",
                name,
                sizes(loaded),
                loaded.duplicates(),
                loaded.selfLoops(),
                loaded.columnsNote(),
                loadMillis);
    }

    /** For example {@code "compute ms: median 12.345, min 12.001, max 13.100"}. */
    static String timesLine(String what, List<Double> millis) {
        double[] sorted =
                millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return String.format(
                Locale.ROOT,
                "%s ms: median %.3f, min %.3f, max %.3f",
                what,
                Median.of(sorted),
                sorted[0],
                sorted[sorted.length - 1]);
    }

    static Map<String, Object> sizes(LoadedGraph loaded) {
        GraphSize size = GraphSize.of(loaded.graph());
        Map<String, Object> map = new LinkedHashMap<>();
        if (GraphKind.of(loaded.graph()) == GraphKind.BIPARTITE) {
            map.put("left", size.left());
            map.put("right", size.right());
        } else {
            map.put("vertices", size.vertices());
        }
        map.put("edges", size.edges());
        return map;
    }

    /** Each stage of each run that counts, and the processor time of each. */
    static Map<String, List<Double>> millis(BenchRunner.Runs runs) {
        Map<String, List<Double>> map = new LinkedHashMap<>();
        for (Stage stage : STAGES) {
            map.put(stage.name().toLowerCase(Locale.ROOT), millis(stage, runs.times()));
        }
        map.put(
                "processor",
                runs.processorMillis().stream().map(BenchReport::threeDecimals).toList());
        return map;
    }

    private static List<Double> millis(Stage stage, List<StageTimes> times) {
        return times.stream()
                .map(each -> threeDecimals(each.exactMillis(stage)))
                .toList();
    }

    static double threeDecimals(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
