package dev.motif.algorithm;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The same on GPUs. */
@Tag("gpu")
class HeaviestGroupsGpuTest extends HeaviestGroupsTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }
}
