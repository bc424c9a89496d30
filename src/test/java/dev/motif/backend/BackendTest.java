package dev.motif.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.gpu.GpuStatus;
import org.junit.jupiter.api.Test;

/** On this version no GPU can be used, whatever the host has. */
class BackendTest {
    private final String missing = GpuStatus.current().reason();

    @Test
    void cpuIsChosenWhenAskedFor() {
        assertThat(Backend.CPU.choose()).isEqualTo(new Backend.Choice(Backend.CPU, "asked for by `backend: 'CPU'`"));
    }

    @Test
    void autoFallsBackToTheCpuAndSaysWhy() {
        assertThat(Backend.AUTO.choose()).isEqualTo(new Backend.Choice(Backend.CPU, missing));
    }

    @Test
    void gpuIsRefusedWithTheReasonAndWhatToDo() {
        assertThatIllegalArgumentException()
                .isThrownBy(Backend.GPU::choose)
                .withMessage("`backend: 'GPU'` is not possible: " + missing
                        + ". Use `backend: 'AUTO'` or `backend: 'CPU'` to run on the CPU.");
    }
}
