package dev.motif.research.gbc;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import java.math.BigInteger;
import org.junit.jupiter.api.Tag;

/** Runs the tests of {@link GbcDataSetTest} on a GPU. */
@Tag("gpu")
class GbcDataSetGpuTest extends GbcDataSetTest {
    @Override
    BackendCase backend() {
        return new BackendCase(Backend.GPU, 8);
    }

    @Override
    BigInteger mostBicliques() {
        return BigInteger.valueOf(2_000_000_000);
    }
}
