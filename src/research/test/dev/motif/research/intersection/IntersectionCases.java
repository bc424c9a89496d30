package dev.motif.research.intersection;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import java.util.stream.Stream;

/** Provides every way to intersect lists. */
public final class IntersectionCases {
    private IntersectionCases() {}

    /** Both techniques, with each of their options on and off. */
    public static Stream<IntersectionConfig> configs() {
        Stream<MpsConfig> mps = Stream.of(1, MpsConfig.SKEW_THRESHOLD, Integer.MAX_VALUE)
                .flatMap(skew -> Stream.of(
                        new MpsConfig(skew, true, 4, true),
                        new MpsConfig(skew, false, MpsConfig.NARROW_BITS, 1, 4, true)));
        Stream<BmpConfig> bmp = Stream.of(true, false)
                .flatMap(relabel -> Stream.of(
                        BmpConfig.with(relabel, true),
                        BmpConfig.with(relabel, false),
                        new BmpConfig(relabel, true, BmpConfig.MIN_RANGE_SIZE, 7, 4, true)));
        return Stream.concat(mps.map(IntersectionConfig::of), bmp.map(IntersectionConfig::of));
    }

    static Counting<IntersectionConfig> counting(IntersectionConfig config) {
        return new Counting<>(new IntersectionAlgorithm(), config);
    }

    static Stream<Counting<?>> countings() {
        return configs().map(IntersectionCases::counting);
    }
}
