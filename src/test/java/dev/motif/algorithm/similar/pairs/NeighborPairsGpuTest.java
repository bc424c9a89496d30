package dev.motif.algorithm.similar.pairs;

import dev.motif.backend.Backend;
import dev.motif.gpu.Gpus;
import org.junit.jupiter.api.Tag;

/** Finds the pairs of {@link NeighborPairsTest} on a GPU. */
@Tag("gpu")
class NeighborPairsGpuTest extends NeighborPairsTest {
    @Override
    Backend.Choice choice() {
        return Backend.Choice.gpu(Gpus.ofThisHost().devices().get(0), "chosen by the test");
    }
}
