package dev.motif.algorithm.similar.clustering;

import dev.motif.algorithm.BackendCase;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link ClusteringAlgorithmTest} on a GPU. */
@Tag("gpu")
class ClusteringAlgorithmGpuTest extends ClusteringAlgorithmTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    @Override
    List<ClusteringMode> modes() {
        return List.of(ClusteringMode.SQUARE);
    }
}
