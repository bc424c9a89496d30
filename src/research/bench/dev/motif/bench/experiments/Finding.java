package dev.motif.bench.experiments;

import java.util.Locale;

/**
 * The verdict on a claim of a paper.
 *
 * @param claim what the paper says
 * @param verdict whether it is so here
 * @param why the figures, and the reason where it is not so
 */
public record Finding(String claim, Verdict verdict, String why) {
    /** Whether a claim holds on the graphs of a run. */
    public enum Verdict {
        HOLDS("holds"),
        PARTLY("holds on some graphs"),
        DOES_NOT_HOLD("does not hold here"),
        NOT_SEEN("cannot be seen in this run");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A finding of one comparison. */
    public static Finding of(String claim, boolean holds, String why) {
        return new Finding(claim, holds ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD, why);
    }

    /**
     * A finding of several comparisons, such as one a graph.
     *
     * @param holding how many of them are as the paper says
     * @param all how many there are; 0 when nothing could be compared
     */
    public static Finding of(String claim, int holding, int all, String why) {
        String share = String.format(Locale.ROOT, "%d of %d. %s", holding, all, why);
        if (all == 0) {
            return new Finding(claim, Verdict.NOT_SEEN, why);
        }
        return new Finding(
                claim,
                holding == all ? Verdict.HOLDS : holding == 0 ? Verdict.DOES_NOT_HOLD : Verdict.PARTLY,
                share.strip());
    }
}
