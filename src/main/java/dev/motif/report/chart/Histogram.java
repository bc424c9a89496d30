package dev.motif.report.chart;

import dev.motif.parallel.Workers;
import dev.motif.report.chart.SeriesChart.Form;
import dev.motif.report.chart.SeriesChart.Series;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a histogram: how many nodes or relationships have a number in each range. It can have several series, such as
 * left and right nodes, over the same ranges.
 */
public final class Histogram {
    /** The usual number of bars of single numbers; numbers with a wider spread are counted in ranges. */
    public static final int FEW = 32;

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
     * Returns a histogram without series.
     *
     * @param xName what the numbers are
     * @param yName what has them
     */
    public static Histogram of(String title, String xName, String yName, Workers workers) {
        return new Histogram(title, xName, yName, workers);
    }

    /** Adds a series to this histogram, and returns this. */
    public Histogram with(String name, Values values) {
        named.add(new Named(name, values));
        return this;
    }

    /**
     * Counts the values of all series and returns the chart.
     *
     * @param mostSingle the most numbers, counted from 0 to the largest, that each get a bar of their own; if there are
     *     more, a bar stands for the numbers from one power of two to the next
     */
    public SeriesChart chart(int mostSingle) {
        long max =
                named.stream().mapToLong(each -> each.values.max(workers)).max().orElse(0);
        Ranges ranges = Ranges.of(0, max, mostSingle);
        List<Series> series = named.stream()
                .map(each -> new Series(each.name, each.values.countIn(ranges, workers)))
                .toList();
        return new SeriesChart(title, Form.BARS, xName, yName, ranges.labels(), series);
    }
}
