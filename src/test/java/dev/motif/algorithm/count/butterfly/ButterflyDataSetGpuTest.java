package dev.motif.algorithm.count.butterfly;

import dev.motif.algorithm.BackendCase;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link ButterflyDataSetTest} on a GPU. */
@Tag("gpu")
class ButterflyDataSetGpuTest extends ButterflyDataSetTest {
    @Override
    BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }
}
