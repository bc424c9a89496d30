package dev.motif.algorithm.butterfly.peel;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link PeelCountTest} on a GPU. */
@Tag("gpu")
class PeelCountGpuTest extends PeelCountTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
