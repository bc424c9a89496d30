package dev.motif.algorithm.similar.scan;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link ScanAlgorithmTest} on a GPU. */
@Tag("gpu")
class ScanAlgorithmGpuTest extends ScanAlgorithmTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
