package dev.motif.research.intersection;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsDataSetTest;
import java.util.stream.Stream;

/** Runs the tests of {@link CommonNeighborsDataSetTest} by MPS and BMP. */
class IntersectionDataSetTest extends CommonNeighborsDataSetTest {
    @Override
    protected Stream<Counting<?>> countings() {
        return IntersectionCases.countings();
    }
}
