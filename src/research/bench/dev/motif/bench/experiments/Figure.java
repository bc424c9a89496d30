package dev.motif.bench.experiments;

import dev.motif.bench.charts.Charts;
import dev.motif.bench.charts.LineChart;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A drawing of a table's rows: bars, or lines. */
public final class Figure {
    private final String title;
    private final List<String> labels;
    private final String x;
    private final List<String> series;
    private final Table table;

    private Figure(String title, List<String> labels, String x, List<String> series, Table table) {
        this.title = title;
        this.labels = labels;
        this.x = x;
        this.series = series;
        this.table = table;
    }

    /**
     * A group of bars for each row, with a bar for each series.
     *
     * @param title with the unit
     * @param labels the columns that name a row
     * @param series the columns that are drawn; all of milliseconds if there are none
     */
    public static Figure bars(String title, List<String> labels, String... series) {
        return new Figure(title, labels, null, List.of(series), null);
    }

    /**
     * A panel for each value of a column, with a line for each series.
     *
     * @param title with the unit
     * @param panels the column with a value for each panel, such as the graph
     * @param x the column with the horizontal coordinates
     * @param series the columns that are drawn; all of milliseconds if there are none
     */
    public static Figure lines(String title, String panels, String x, String... series) {
        return new Figure(title, List.of(panels), x, List.of(series), null);
    }

    /** This drawing of a table. */
    Figure of(Table drawn) {
        List<String> columns = series.isEmpty()
                ? drawn.columns().stream()
                        .filter(column -> column.type() == Table.Type.MILLIS)
                        .map(Table.Column::name)
                        .toList()
                : series;
        return new Figure(title, labels, x, columns, drawn);
    }

    public String title() {
        return title;
    }

    /** True when there is nothing to draw. */
    boolean isEmpty() {
        return table.rows().isEmpty() || series.isEmpty();
    }

    /** The name of its file. */
    String file() {
        return table.name() + (x == null ? "" : "-" + x.replaceAll("\\W", "-").toLowerCase(Locale.ROOT)) + ".svg";
    }

    String svg() {
        return x == null ? bars() : lines();
    }

    private String bars() {
        List<Charts.Group> groups = table.rows().stream()
                .map(row -> new Charts.Group(label(row), values(row), cut(row)))
                .toList();
        return Charts.bars(title, series, groups);
    }

    private String label(List<Object> row) {
        return labels.stream()
                .map(label -> String.valueOf(row.get(table.index(label))))
                .collect(Collectors.joining(" "));
    }

    /** The heights of a row; that of a run that was cut is the limit. */
    private double[] values(List<Object> row) {
        return series.stream()
                .map(column -> row.get(table.index(column)))
                .mapToDouble(cell -> cell instanceof Times times && times.isCut()
                        ? times.limitMillis()
                        : rounded(Table.number(cell)))
                .toArray();
    }

    private static double rounded(double value) {
        return Double.isNaN(value)
                ? value
                : new BigDecimal(value).round(new MathContext(3)).doubleValue();
    }

    private boolean[] cut(List<Object> row) {
        boolean[] cut = new boolean[series.size()];
        for (int i = 0; i < cut.length; i++) {
            cut[i] = row.get(table.index(series.get(i))) instanceof Times times && times.isCut();
        }
        return cut;
    }

    private String lines() {
        Map<String, List<List<Object>>> panels = table.rows().stream()
                .collect(Collectors.groupingBy(this::label, LinkedHashMap::new, Collectors.toList()));
        List<LineChart.Panel> drawn = new ArrayList<>();
        panels.forEach((label, rows) -> drawn.add(new LineChart.Panel(
                label, series.stream().map(each -> line(each, rows)).toList())));
        return LineChart.svg(title, x, drawn);
    }

    private LineChart.Line line(String column, List<List<Object>> rows) {
        return new LineChart.Line(
                column,
                rows.stream()
                        .map(row -> new LineChart.Point(
                                Table.number(row.get(table.index(x))), Table.number(row.get(table.index(column)))))
                        .filter(point -> !Double.isNaN(point.y()))
                        .toList());
    }
}
