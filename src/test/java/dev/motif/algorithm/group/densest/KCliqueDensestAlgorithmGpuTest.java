package dev.motif.algorithm.group.densest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.backend.Backend;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests of {@link KCliqueDensestAlgorithmTest} on a GPU, and compares larger graphs with the CPU. */
@Tag("gpu")
class KCliqueDensestAlgorithmGpuTest extends KCliqueDensestAlgorithmTest {
    private static final BackendCase GPU = new BackendCase(Backend.GPU, 2);

    @Override
    BackendCase backend() {
        return GPU;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6})
    void subgraphIsThatOfTheCpu(int k) {
        KCliqueDensestConfig config = new KCliqueDensestConfig(k, 0);
        for (int seed = 0; seed < 5; seed++) {
            EdgeList list =
                    RandomGraphs.uniform(300, 0.05 + seed * 0.05, seed).disjointUnion(CliqueGraphs.complete(10 + seed));
            assertThat(find(list, config, GPU)).as("seed %d", seed).isEqualTo(find(list, config, CPU));
        }
    }
}
