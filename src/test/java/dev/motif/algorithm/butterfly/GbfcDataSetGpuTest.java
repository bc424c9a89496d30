package dev.motif.algorithm.butterfly;

import dev.motif.algorithm.BackendCase;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The same on a GPU. */
@Tag("gpu")
class GbfcDataSetGpuTest extends GbfcDataSetTest {
    @Override
    BackendCase backend() {
        return BackendCase.gpu().findFirst().orElseThrow();
    }

    @Override
    Stream<GbfcConfig> configs() {
        return GbfcCases.withTable();
    }
}
