package dev.motif.algorithm.kclique.sample;

import dev.motif.algorithm.kclique.KCliqueParameters;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.SampleKeys;

/** Reads which cliques are to be estimated. */
public final class KCliqueSampleParameters {
    private KCliqueSampleParameters() {}

    /** @throws IllegalArgumentException when a value is missing or wrong */
    public static KCliqueSampleConfig config(Configuration given) {
        boolean one = KCliqueParameters.isOneSize(given);
        int maxK = given.requiredInteger(one ? "k" : "maxK", KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
        int minK = one ? maxK : given.integer("minK", KCliqueConfig.MIN_SIZE, KCliqueConfig.MIN_SIZE, maxK);
        return new KCliqueSampleConfig(minK, maxK, SampleKeys.read(given));
    }

    /** @throws IllegalArgumentException when a value is missing or wrong */
    static KCliqueSampleConfig oneSize(Configuration given) {
        int k = given.requiredInteger("k", KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
        return new KCliqueSampleConfig(k, k, SampleKeys.read(given));
    }
}
