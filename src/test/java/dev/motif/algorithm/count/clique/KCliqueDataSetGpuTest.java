package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.BackendCase;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link KCliqueDataSetTest} on a GPU. */
@Tag("gpu")
class KCliqueDataSetGpuTest extends KCliqueDataSetTest {
    @Override
    BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }
}
