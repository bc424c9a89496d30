package dev.motif.research.gbfc;

import dev.motif.algorithm.BackendCase;
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
        return Stream.concat(GbfcCases.withTable(), GbfcCases.withOtherTables());
    }
}
