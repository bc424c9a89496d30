package dev.motif.timing;

/** The number of random graphs in tests: few in a build, all in {@code .ci/run}, by the property {@value #PROPERTY}. */
public final class Seeds {
    private static final String PROPERTY = "motif.seeds";

    private Seeds() {}

    /** The number in the system property, but at most {@code all}; {@code all} when the property is not set. */
    public static int atMost(int all) {
        return Math.min(all, Integer.getInteger(PROPERTY, all));
    }
}
