package dev.motif.research.gbc;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link GbcCountTest} on a GPU. */
@Tag("gpu")
class GbcCountGpuTest extends GbcCountTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
