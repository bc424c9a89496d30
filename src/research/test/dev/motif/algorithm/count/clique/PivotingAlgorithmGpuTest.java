package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link PivotingAlgorithmTest} on a GPU. */
@Tag("gpu")
class PivotingAlgorithmGpuTest extends PivotingAlgorithmTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
