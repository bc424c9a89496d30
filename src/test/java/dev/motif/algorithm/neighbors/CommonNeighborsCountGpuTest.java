package dev.motif.algorithm.neighbors;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The same on a GPU. */
@Tag("gpu")
class CommonNeighborsCountGpuTest extends CommonNeighborsCountTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
