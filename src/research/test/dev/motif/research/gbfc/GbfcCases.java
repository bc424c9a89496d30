package dev.motif.research.gbfc;

import dev.motif.research.gbfc.GbfcConfig.Counting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes combinations of the techniques of G-BFC for tests. */
final class GbfcCases {
    private static final boolean[] BOTH = {false, true};

    private GbfcCases() {}

    /** Every combination of techniques that counts in tables without locks, with the thresholds of the paper. */
    static Stream<GbfcConfig> withTable() {
        List<GbfcConfig> all = new ArrayList<>();
        for (boolean edgeDirection : BOTH) {
            for (boolean sharedTable : BOTH) {
                for (boolean loadBalancing : BOTH) {
                    all.add(GbfcConfig.rearranged(edgeDirection, sharedTable, loadBalancing));
                }
            }
        }
        return all.stream();
    }

    /** The other ways to share a table. */
    static Stream<GbfcConfig> withOtherTables() {
        return Stream.of(Counting.LOCK_VECTOR, Counting.THREAD_MAP).flatMap(GbfcCases::by);
    }

    static Stream<GbfcConfig> byIntersection() {
        return by(Counting.INTERSECTION);
    }

    private static Stream<GbfcConfig> by(Counting counting) {
        return Stream.of(GbfcConfig.by(counting, false), GbfcConfig.by(counting, true));
    }

    /** Combinations with thresholds so low that small graphs have start vertices of every class. */
    static Stream<GbfcConfig> withLowThresholds() {
        return withTable().filter(GbfcConfig::loadBalancing).flatMap(config -> Stream.of(
                        new int[] {0, 2, 0}, new int[] {3, 5, 8}, new int[] {4, 4, 1 << 30})
                .map(degrees -> new GbfcConfig(
                        Counting.REARRANGED,
                        config.edgeDirection(),
                        config.sharedTable(),
                        true,
                        degrees[0],
                        degrees[1],
                        degrees[2])));
    }

    static Stream<GbfcConfig> all() {
        return Stream.of(withTable(), withOtherTables(), byIntersection(), withLowThresholds())
                .flatMap(cases -> cases);
    }
}
