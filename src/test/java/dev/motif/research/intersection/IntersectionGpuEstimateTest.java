package dev.motif.research.intersection;

import dev.motif.algorithm.commonneighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.commonneighbors.CommonNeighborsGpuEstimateTest;
import java.util.stream.Stream;

/** Runs the tests of {@link CommonNeighborsGpuEstimateTest} by MPS and BMP; needs no GPU. */
class IntersectionGpuEstimateTest extends CommonNeighborsGpuEstimateTest {
    @Override
    protected Stream<Counting<?>> countings() {
        return Stream.of(
                        IntersectionConfig.of(MpsConfig.ALL),
                        IntersectionConfig.of(BmpConfig.ALL),
                        IntersectionConfig.of(BmpConfig.with(false, false)))
                .map(IntersectionCases::counting);
    }

    @Override
    protected Stream<Counting<?>> withLittleByVertex() {
        return Stream.of(IntersectionCases.counting(IntersectionConfig.of(MpsConfig.ALL)));
    }
}
