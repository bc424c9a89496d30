package dev.motif.timing;

/** How many random graphs tests try: few in every build, all in {@code .ci/run}, by the system property {@value #PROPERTY}. */
public final class Seeds {
    private static final String PROPERTY = "motif.seeds";

    private Seeds() {}

    /** As many as the property says and no more than {@code all}; all of them without it. */
    public static int atMost(int all) {
        return Math.min(all, Integer.getInteger(PROPERTY, all));
    }
}
