package dev.motif.algorithm.sample.clique;

import dev.motif.algorithm.count.clique.KCliqueParameters;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.sample.estimate.SampleParameters;
import dev.motif.cypher.config.Configuration;

/** Reads which cliques are to be estimated. */
public final class KCliqueSampleParameters {
    private KCliqueSampleParameters() {}

    /** @throws IllegalArgumentException when a value is missing or wrong */
    public static KCliqueSampleConfig config(Configuration given) {
        boolean one = KCliqueParameters.isOneSize(given);
        int maxK = given.requiredInteger(one ? "k" : "maxK", KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
        int minK = one ? maxK : given.integer("minK", KCliqueConfig.MIN_SIZE, KCliqueConfig.MIN_SIZE, maxK);
        return new KCliqueSampleConfig(minK, maxK, SampleParameters.read(given));
    }

    /** @throws IllegalArgumentException when a value is missing or wrong */
    static KCliqueSampleConfig oneSize(Configuration given) {
        int k = given.requiredInteger("k", KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
        return new KCliqueSampleConfig(k, k, SampleParameters.read(given));
    }
}
