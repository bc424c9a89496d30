package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.cypher.config.Configuration;
import java.util.List;

/** Reads which near-bicliques to find from the parameters of a call. */
public final class NearBicliqueParameters {
    private NearBicliqueParameters() {}

    /** @throws IllegalArgumentException when a value is wrong or missing */
    public static NearBicliqueConfig config(Configuration given, NearChoice choice) {
        int missing = given.integer("missing", 1, 1, NearBicliqueConfig.MOST_MISSING);
        int least = NearBicliqueConfig.leastSize(missing);
        if (choice.topK() == 0 && given.has("topKBy")) {
            throw new IllegalArgumentException("`topKBy` needs `topK`");
        }
        BicliqueSize size = given.oneOf("topKBy", BicliqueSize.class, BicliqueSize.EDGES);
        return new NearBicliqueConfig(
                missing,
                given.requiredInteger("minLeft", least, Integer.MAX_VALUE),
                given.requiredInteger("minRight", least, Integer.MAX_VALUE),
                List.of(),
                List.of(),
                given.timeoutMillis(),
                choice,
                size);
    }
}
