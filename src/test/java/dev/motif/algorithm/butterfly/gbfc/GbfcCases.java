package dev.motif.algorithm.butterfly.gbfc;

import dev.motif.algorithm.butterfly.model.GbfcConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes combinations of the techniques of G-BFC for tests. */
final class GbfcCases {
    private static final boolean[] BOTH = {false, true};

    private GbfcCases() {}

    /** Every combination of techniques that has a table, with the thresholds of the paper. */
    static Stream<GbfcConfig> withTable() {
        List<GbfcConfig> all = new ArrayList<>();
        for (boolean edgeDirection : BOTH) {
            for (boolean sharedTable : BOTH) {
                for (boolean loadBalancing : BOTH) {
                    all.add(GbfcConfig.withTable(edgeDirection, sharedTable, loadBalancing));
                }
            }
        }
        return all.stream();
    }

    static Stream<GbfcConfig> byIntersection() {
        return Stream.of(GbfcConfig.byIntersection(false), GbfcConfig.byIntersection(true));
    }

    /** Combinations with thresholds so low that small graphs have start vertices of every class. */
    static Stream<GbfcConfig> withLowThresholds() {
        return withTable().filter(GbfcConfig::loadBalancing).flatMap(config -> Stream.of(
                        new int[] {0, 2, 0}, new int[] {3, 5, 8}, new int[] {4, 4, 1 << 30})
                .map(degrees -> new GbfcConfig(
                        false,
                        config.edgeDirection(),
                        config.sharedTable(),
                        true,
                        degrees[0],
                        degrees[1],
                        degrees[2])));
    }

    static Stream<GbfcConfig> all() {
        return Stream.of(withTable(), byIntersection(), withLowThresholds()).flatMap(cases -> cases);
    }
}
