package dev.motif.algorithm.butterfly.gbfc;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link GbfcDataSetTest} on a GPU. */
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
