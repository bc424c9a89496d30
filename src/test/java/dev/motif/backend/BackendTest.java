package dev.motif.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.backend.cost.GraphSize;
import dev.motif.gpu.Gpus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the choice of a backend on a host without a GPU. */
class BackendTest {
    private static final String OFF = "switched off by -Dmotif.gpu=off";

    private final ButterflyAlgorithm algorithm = new ButterflyAlgorithm();
    private final GraphSize size = new GraphSize(1000, 1000, 1_000_000);

    @BeforeEach
    void switchOff() {
        System.setProperty(Gpus.SWITCH_PROPERTY, "off");
    }

    @AfterEach
    void switchOn() {
        System.clearProperty(Gpus.SWITCH_PROPERTY);
    }

    @Test
    void cpuIsChosenWhenAskedFor() {
        assertThat(Backend.CPU.choose(algorithm, size, ButterflyConfig.TOTAL, 2, GpuSelection.AUTO))
                .isEqualTo(Backend.Choice.cpu("asked for by `backend: 'CPU'`"));
    }

    @Test
    void autoFallsBackToTheCpuAndSaysWhy() {
        assertThat(Backend.AUTO.choose(algorithm, size, ButterflyConfig.TOTAL, 2, GpuSelection.AUTO))
                .isEqualTo(Backend.Choice.cpu(OFF));
    }

    @Test
    void gpuIsRefusedWithTheReasonAndWhatToDoBeforeTheGraphIsThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backend.GPU.checkPossible())
                .withMessage("`backend: 'GPU'` is not possible: " + OFF
                        + ". Use `backend: 'AUTO'` or `backend: 'CPU'` to run on the CPU.");
    }
}
