package dev.motif.report.chart;

import java.util.List;

/**
 * The figures, chart and rankings of a part of the report.
 *
 * @param facts its key figures
 * @param chart its chart
 * @param rankings its nodes or relationships with the largest numbers
 * @param cut what is missing and why, in a sentence; null when nothing is missing
 */
public record Drawing(List<Fact> facts, Chart chart, List<Ranking> rankings, String cut) {
    /** A key figure, with its value as text. */
    public record Fact(String name, String value) {}

    public Drawing {
        facts = List.copyOf(facts);
        rankings = List.copyOf(rankings);
    }

    /** Makes a drawing in which nothing is missing. */
    public static Drawing whole(List<Fact> facts, Chart chart, Ranking... rankings) {
        return new Drawing(facts, chart, List.of(rankings), null);
    }
}
