package dev.motif.algorithm.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Result;
import dev.motif.backend.GraphSize;
import dev.motif.gpu.TestDevices;
import java.util.stream.Stream;
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
}
