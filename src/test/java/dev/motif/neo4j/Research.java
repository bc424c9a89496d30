package dev.motif.neo4j;

/** Whether the algorithms of the papers are built in. Lists of calls name them; a build of the product alone leaves these out. */
public final class Research {
    private Research() {}

    public static boolean isBuilt() {
        return Research.class.getResource("/dev/motif/research") != null;
    }

    /** Whether there is what a call, or a page, names. */
    public static boolean has(Object named) {
        return isBuilt() || !named.toString().contains("research");
    }
}
