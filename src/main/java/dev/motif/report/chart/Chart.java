package dev.motif.report.chart;

import java.util.List;

/** A chart of a report. The page shows it as a picture, and its numbers as a table. */
public sealed interface Chart permits SeriesChart, HeatMap {
    /** The content of the chart, in a line. */
    String title();

    /** Whether there is nothing to draw, because all counts are 0. */
    boolean isEmpty();

    /** The names of the columns of the table. */
    List<String> header();

    /** The rows of the table, each with one text for each column. */
    List<List<String>> rows();
}
