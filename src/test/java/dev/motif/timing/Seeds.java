package dev.motif.timing;

/** The number of random graphs in tests: few in a build, all in {@code .ci/run all}, by the property {@value #PROPERTY}. */
public final class Seeds {
    private static final String PROPERTY = "motif.seeds";
    private static final int MANY = 300;

    private Seeds() {}

    /** The number in the system property, but at most {@code all}; {@code all} when the property is not set. */
    public static int atMost(int all) {
        return Math.min(all, Integer.getInteger(PROPERTY, all));
    }

    /** Whether there are as many as in {@code .ci/run all}, or the property is not set. */
    static boolean areMany() {
        return atMost(MANY) == MANY;
    }

    /** Of {@code all} that take long each, as large a part as the property is of {@value #MANY}; at least one. */
    public static int part(int all) {
        return Math.max(1, all * atMost(MANY) / MANY);
    }
}
