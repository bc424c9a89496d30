package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link BicliqueAlgorithmTest} on a GPU. */
@Tag("gpu")
class BicliqueAlgorithmGpuTest extends BicliqueAlgorithmTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
