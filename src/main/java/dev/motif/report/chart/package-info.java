/**
 * Charts, tables and figures of a report, as records of exact counts without a word about drawing.
 *
 * <p>May use {@code projection}, {@code graph}, {@code parallel} and {@code text}.
 */
package dev.motif.report.chart;
