package dev.motif.algorithm.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Encoding;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Result;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Technique;
import dev.motif.backend.GraphSize;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what a GPU with enough memory still does not do. */
class KCliqueGpuObstacleTest {
    private static final GraphSize SIZE = new GraphSize(1000, 0, 50_000);

    private final GpuDevice device = TestDevices.planned(1L << 36);

    private String obstacle(KCliqueConfig config) {
        return new KCliqueAlgorithm().gpu(config).obstacle(device, SIZE);
    }

    @ParameterizedTest
    @EnumSource(Technique.class)
    void everyAlgorithmCountsTotals(Technique technique) {
        assertThat(obstacle(KCliqueConfig.total(5, 5).with(technique))).isNull();
    }

    @ParameterizedTest
    @EnumSource(
            value = Result.class,
            names = {"VERTEX", "EDGE"})
    void byNodeAndRelationshipOnlyComplementsAreBranchedOn(Result result) {
        KCliqueConfig config = KCliqueConfig.of(5, result);
        String expected = "on a GPU, cliques are counted by node or relationship only with `algorithm: 'COMPLEMENT'`"
                + " and `encoding: 'BINARY'`";
        assertThat(obstacle(config)).isNull();
        assertThat(obstacle(config.with(Technique.COMPLEMENT))).isNull();
        assertThat(obstacle(config.with(Technique.ORIENTATION))).isEqualTo(expected);
        assertThat(obstacle(config.with(Technique.PIVOT))).isEqualTo(expected);
        assertThat(obstacle(config.with(Encoding.CSR))).isEqualTo(expected);
    }
}
