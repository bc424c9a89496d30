package dev.motif.algorithm.count.butterfly;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link ButterflyInvariantsTest} on a GPU. */
@Tag("gpu")
class ButterflyInvariantsGpuTest extends ButterflyInvariantsTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
