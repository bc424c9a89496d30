package dev.motif.algorithm.count.butterfly;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.cypher.config.BaseKeys;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.config.TimeKeys;

/** Reads how butterflies are to be counted from the parameters of a call. */
final class ButterflyParameters {
    private static final String ALGORITHM = BaseKeys.ALGORITHM;

    private enum Technique {
        AUTO,
        PRIORITY,
        DELTA
    }

    private ButterflyParameters() {}

    /** Reads how to count the whole graph: by vertex too, for the maxima. */
    static ButterflyConfig whole(Configuration given) {
        return following(given, new ButterflyConfig(true, false, TimeKeys.read(given), null));
    }

    /** Reads how to count by node or by relationship. */
    static ButterflyConfig each(Configuration given, Granularity per) {
        return following(
                given,
                new ButterflyConfig(
                        per == Granularity.NODE, per == Granularity.RELATIONSHIP, TimeKeys.read(given), null));
    }

    private static ButterflyConfig following(Configuration given, ButterflyConfig config) {
        Technique technique = given.oneOf(ALGORITHM, Technique.class, Technique.AUTO);
        return config.since(BaseKeys.read(given, technique.name(), ButterflyConfig.COUNTED, !config.perEdge()));
    }
}
