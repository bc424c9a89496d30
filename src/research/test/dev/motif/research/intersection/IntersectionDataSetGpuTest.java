package dev.motif.research.intersection;

import dev.motif.algorithm.BackendCase;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link IntersectionDataSetTest} on a GPU. */
@Tag("gpu")
class IntersectionDataSetGpuTest extends IntersectionDataSetTest {
    @Override
    protected BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }
}
