package dev.motif.algorithm.biclique.sample;

import dev.motif.algorithm.biclique.BicliqueParameters;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.SampleKeys;

/** Reads which bicliques are to be estimated. */
public final class BicliqueSampleParameters {
    private BicliqueSampleParameters() {}

    /** @throws IllegalArgumentException when a value is missing or wrong */
    public static BicliqueSampleConfig config(Configuration given) {
        boolean table = BicliqueParameters.isTable(given);
        return new BicliqueSampleConfig(
                given.requiredInteger(table ? "maxP" : "p", 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger(table ? "maxQ" : "q", 1, BicliqueConfig.MAX_SIZE),
                table,
                given.sideOrAuto(),
                SampleKeys.read(given));
    }

    /** @throws IllegalArgumentException when a value is missing or wrong */
    static BicliqueSampleConfig oneSize(Configuration given) {
        return new BicliqueSampleConfig(
                given.requiredInteger("p", 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger("q", 1, BicliqueConfig.MAX_SIZE),
                false,
                given.sideOrAuto(),
                SampleKeys.read(given));
    }
}
