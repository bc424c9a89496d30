package dev.motif.research.intersection;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import java.util.stream.Stream;

/** Runs the tests of {@link CommonNeighborsAlgorithmTest} by MPS and BMP. */
class IntersectionAlgorithmTest extends CommonNeighborsAlgorithmTest {
    @Override
    protected Stream<Counting<?>> countings() {
        return IntersectionCases.countings();
    }
}
