package dev.motif.algorithm.similar.neighbors;

import dev.motif.algorithm.BackendCase;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link CommonNeighborsDataSetTest} on a GPU. */
@Tag("gpu")
class CommonNeighborsDataSetGpuTest extends CommonNeighborsDataSetTest {
    @Override
    protected BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }
}
