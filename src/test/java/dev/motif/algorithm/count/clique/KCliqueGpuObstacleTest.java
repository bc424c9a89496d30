package dev.motif.algorithm.count.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.clique.complement.CliqueSearchGpu;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.backend.cost.GraphSize;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.TestDevices;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a GPU with enough memory counts in every form, and that one with little says so. */
class KCliqueGpuObstacleTest {
    private static final GraphSize SIZE = new GraphSize(1000, 0, 50_000);

    static Stream<KCliqueConfig> forms() {
        return Stream.of(Result.values())
                .flatMap(result -> KCliqueAlgorithmTest.ways(KCliqueConfig.of(5, result)).stream());
    }

    private static String obstacle(KCliqueConfig config, long limitBytes) {
        return new KCliqueAlgorithm().gpu(config).obstacle(TestDevices.planned(limitBytes), SIZE);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyFormCountsTotalsAndByNodeAndRelationship(KCliqueConfig config) {
        assertThat(obstacle(config, 1L << 36)).isNull();
        assertThat(obstacle(config, 1L << 20)).contains("memory");
    }

    /** Beyond this AUTO takes PIVOT, and KCliqueManyCandidatesGpuTest says what a search by complements answers. */
    @Test
    void complementsHaveLimitsOfCandidates() {
        GpuInfo device = TestDevices.planned(1L << 36).info();
        assertThat(CliqueSearchGpu.takes(device, 65_535, CliqueSearchGpu.Counted.LEAVES))
                .isTrue();
        assertThat(CliqueSearchGpu.takes(device, 65_536, CliqueSearchGpu.Counted.LEAVES))
                .isFalse();
        assertThat(CliqueSearchGpu.takes(device, 42_000, CliqueSearchGpu.Counted.EDGES))
                .isTrue();
        assertThat(CliqueSearchGpu.takes(device, 43_000, CliqueSearchGpu.Counted.VERTICES))
                .isFalse();
    }
}
