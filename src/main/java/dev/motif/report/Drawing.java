package dev.motif.report;

import java.util.List;

/**
 * What a part of the report has to show.
 *
 * @param facts its key figures
 * @param chart its picture
 * @param cut what is missing and why, in a sentence; null when nothing is
 */
record Drawing(List<Fact> facts, Chart chart, String cut) {
    /** A key figure. */
    record Fact(String name, String value) {}

    Drawing {
        facts = List.copyOf(facts);
    }

    /** With nothing missing. */
    static Drawing whole(List<Fact> facts, Chart chart) {
        return new Drawing(facts, chart, null);
    }
}
