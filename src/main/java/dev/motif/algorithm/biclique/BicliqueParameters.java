package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.GbcConfig;
import dev.motif.cypher.config.Configuration;
import java.util.List;

/** Reads the parameters of a call that the procedures and the bench share. */
public final class BicliqueParameters {
    private static final List<String> OF_GBC = List.of(
            "priority",
            "twoHopFilter",
            "sets",
            "reorder",
            "reorderIterations",
            "exploration",
            "balance",
            "partitioning",
            "partitionBytes");

    private BicliqueParameters() {}

    /**
     * Reads the techniques of GBC; those that are not given are as in {@link GbcConfig#DEFAULT}.
     *
     * @throws IllegalArgumentException when a value is wrong, or when one is given for another algorithm
     */
    public static GbcConfig gbc(Configuration given) {
        Technique technique = given.oneOf("algorithm", Technique.class, Technique.AUTO);
        for (String key : OF_GBC) {
            if (technique != Technique.GBC && given.has(key)) {
                throw new IllegalArgumentException(
                        "`" + key + "` is for `algorithm: 'GBC'`, but `algorithm` is '" + technique + "'");
            }
        }
        GbcConfig usual = GbcConfig.DEFAULT;
        return new GbcConfig(
                given.oneOf("priority", GbcConfig.Priority.class, usual.priority()),
                given.flag("twoHopFilter", usual.twoHopFilter()),
                given.oneOf("sets", GbcConfig.Sets.class, usual.sets()),
                given.oneOf("reorder", GbcConfig.Reorder.class, usual.reorder()),
                given.integer("reorderIterations", usual.reorderIterations(), 0, GbcConfig.MAX_ITERATIONS),
                given.oneOf("exploration", GbcConfig.Exploration.class, usual.exploration()),
                given.oneOf("balance", GbcConfig.Balance.class, usual.balance()),
                given.oneOf("partitioning", GbcConfig.Partitioning.class, usual.partitioning()),
                longFrom0(given, "partitionBytes"));
    }

    /**
     * Whether {@code maxP} and {@code maxQ} ask for all sizes up to one, rather than {@code p} and {@code q} for one.
     *
     * @throws IllegalArgumentException when keys of both are given
     */
    public static boolean isTable(Configuration given) {
        boolean single = given.has("p") | given.has("q");
        boolean table = given.has("maxP") | given.has("maxQ");
        if (single && table) {
            throw new IllegalArgumentException("`p` and `q` are for one size, `maxP` and `maxQ` for all sizes up to"
                    + " one: only one of the two pairs must be given");
        }
        return table;
    }

    /** Reads after how many milliseconds a search gives up; 0 for never. */
    public static long timeoutMillis(Configuration given) {
        return longFrom0(given, "timeoutMillis");
    }

    private static long longFrom0(Configuration given, String key) {
        return given.integer(key, 0L, 0, Long.MAX_VALUE);
    }
}
