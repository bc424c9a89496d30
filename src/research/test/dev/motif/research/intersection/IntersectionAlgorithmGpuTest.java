package dev.motif.research.intersection;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link IntersectionAlgorithmTest} on a GPU. */
@Tag("gpu")
class IntersectionAlgorithmGpuTest extends IntersectionAlgorithmTest {
    @Override
    protected Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
