package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.count.biclique.BicliqueParameters;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.sample.estimate.SampleParameters;
import dev.motif.cypher.config.Configuration;

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
                SampleParameters.read(given));
    }

    /** @throws IllegalArgumentException when a value is missing or wrong */
    static BicliqueSampleConfig oneSize(Configuration given) {
        return new BicliqueSampleConfig(
                given.requiredInteger("p", 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger("q", 1, BicliqueConfig.MAX_SIZE),
                false,
                given.sideOrAuto(),
                SampleParameters.read(given));
    }
}
