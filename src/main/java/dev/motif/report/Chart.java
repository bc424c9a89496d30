package dev.motif.report;

import java.util.List;

/** Something to draw. The page shows the same numbers as a table. */
sealed interface Chart permits SeriesChart, HeatMap {
    /** What it shows, in a line. */
    String title();

    /** True when there is nothing to see: all counts are 0. */
    boolean isEmpty();

    /** The names of the columns of its table. */
    List<String> header();

    /** The rows of its table. */
    List<List<String>> rows();
}
