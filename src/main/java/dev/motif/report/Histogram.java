package dev.motif.report;

import dev.motif.parallel.Workers;
import dev.motif.report.SeriesChart.Form;
import dev.motif.report.SeriesChart.Series;
import java.util.ArrayList;
import java.util.List;

/** Counts how many nodes or relationships have which numbers, in the same ranges for one sort of them or more. */
final class Histogram {
    /** With more numbers than this, those of a wide spread are counted in ranges. */
    static final int FEW = 32;

    private final String title;
    private final String xName;
    private final String yName;
    private final Workers workers;
    private final List<Named> named = new ArrayList<>();

    private record Named(String name, Values values) {}

    private Histogram(String title, String xName, String yName, Workers workers) {
        this.title = title;
        this.xName = xName;
        this.yName = yName;
        this.workers = workers;
    }

    /**
     * An empty one.
     *
     * @param xName what the numbers are
     * @param yName what has them
     */
    static Histogram of(String title, String xName, String yName, Workers workers) {
        return new Histogram(title, xName, yName, workers);
    }

    Histogram with(String name, Values values) {
        named.add(new Named(name, values));
        return this;
    }

    /** @param mostSingle with how many numbers, from 0 on, each has a bar of its own */
    SeriesChart chart(int mostSingle) {
        long max =
                named.stream().mapToLong(each -> each.values.max(workers)).max().orElse(0);
        Ranges ranges = Ranges.of(0, max, mostSingle);
        List<Series> series = named.stream()
                .map(each -> new Series(each.name, each.values.countIn(ranges, workers)))
                .toList();
        return new SeriesChart(title, Form.BARS, xName, yName, ranges.labels(), series);
    }
}
