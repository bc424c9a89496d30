package dev.motif.algorithm.count.butterfly;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link ButterflyAlgorithmTest} on a GPU. */
@Tag("gpu")
class ButterflyAlgorithmGpuTest extends ButterflyAlgorithmTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
