package dev.motif.research.gbc;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.research.gbc.GbcConfig.Techniques;

/** Reads the parameters of a call that the procedures and the bench share. */
public final class GbcParameters {
    /** The keys that {@link #config} reads. */
    public static final String KEYS = "p, q, side, timeoutMillis, priority, twoHopFilter, sets, reorder,"
            + " reorderIterations, exploration, balance, partitioning, partitionBytes";

    private GbcParameters() {}

    /**
     * Reads what to count; techniques that are not given are as in {@link Techniques#DEFAULT}.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static GbcConfig config(Configuration given) {
        BicliqueConfig bicliques = new BicliqueConfig(
                given.requiredInteger("p", 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger("q", 1, BicliqueConfig.MAX_SIZE),
                BicliqueConfig.Result.TOTAL,
                BicliqueConfig.Technique.AUTO,
                given.sideOrAuto(),
                given.timeoutMillis());
        Techniques usual = Techniques.DEFAULT;
        return new GbcConfig(
                bicliques,
                new Techniques(
                        given.oneOf("priority", GbcConfig.Priority.class, usual.priority()),
                        given.flag("twoHopFilter", usual.twoHopFilter()),
                        given.oneOf("sets", GbcConfig.Sets.class, usual.sets()),
                        given.oneOf("reorder", GbcConfig.Reorder.class, usual.reorder()),
                        given.integer("reorderIterations", usual.reorderIterations(), 0, Techniques.MAX_ITERATIONS),
                        given.oneOf("exploration", GbcConfig.Exploration.class, usual.exploration()),
                        given.oneOf("balance", GbcConfig.Balance.class, usual.balance()),
                        given.oneOf("partitioning", GbcConfig.Partitioning.class, usual.partitioning()),
                        given.integer("partitionBytes", 0L, 0, Long.MAX_VALUE)));
    }
}
