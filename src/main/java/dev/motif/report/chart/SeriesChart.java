package dev.motif.report.chart;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A chart of counts over categories, with one or more series.
 *
 * @param title what it shows, in a line
 * @param form how it is drawn
 * @param xName what the categories are
 * @param yName what is counted
 * @param categories in their order
 * @param series the counts, drawn side by side
 */
public record SeriesChart(
        String title, Form form, String xName, String yName, List<String> categories, List<Series> series)
        implements Chart {
    public enum Form {
        /** A bar for each count, for histograms. */
        BARS,
        /** A point for each count, joined by a line, for sequences. */
        LINE
    }

    /**
     * The counts of one series.
     *
     * @param name what is counted, for the legend
     * @param counts one for each category
     */
    public record Series(String name, List<BigInteger> counts) {
        public Series {
            counts = List.copyOf(counts);
        }
    }

    public SeriesChart {
        categories = List.copyOf(categories);
        series = List.copyOf(series);
    }

    @Override
    public boolean isEmpty() {
        return series.stream().flatMap(each -> each.counts().stream()).allMatch(count -> count.signum() == 0);
    }

    @Override
    public List<String> header() {
        return Stream.concat(Stream.of(xName), series.stream().map(Series::name))
                .toList();
    }

    @Override
    public List<List<String>> rows() {
        return IntStream.range(0, categories.size()).mapToObj(this::row).toList();
    }

    private List<String> row(int category) {
        List<String> row = new ArrayList<>();
        row.add(categories.get(category));
        series.forEach(each -> row.add(Numbers.text(each.counts().get(category))));
        return row;
    }
}
