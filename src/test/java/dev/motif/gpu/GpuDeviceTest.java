package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.motif.gpu.driver.GpuException;
import jcuda.driver.CUresult;
import org.junit.jupiter.api.Test;

/** Tests which device an error is of; needs no GPU. */
class GpuDeviceTest {
    private final GpuDevice reader = TestDevices.planned(0, 1 << 20);
    private final GpuDevice read = TestDevices.planned(1, 1 << 20);

    private void copyFails() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> reader.copyFromPeer(read, new DeviceArray(0, 8), new DeviceArray(0, 8), 8, null))
                .withMessage("copying 8 Bytes from another device failed: CUDA_ERROR_LAUNCH_FAILED");
    }

    @Test
    void deviceThatIsReadIsLostWhenItAnswersWithAnError() {
        read.failUnnoticed(CUresult.CUDA_ERROR_LAUNCH_FAILED);
        copyFails();
        assertThat(reader.loss()).isNull();
        assertThat(read.loss()).contains("CUDA_ERROR_LAUNCH_FAILED");
    }

    @Test
    void bothAreLostWhenBothAnswerWithAnError() {
        read.failUnnoticed(CUresult.CUDA_ERROR_LAUNCH_FAILED);
        reader.failUnnoticed(CUresult.CUDA_ERROR_ECC_UNCORRECTABLE);
        copyFails();
        assertThat(reader.loss()).contains("CUDA_ERROR_ECC_UNCORRECTABLE");
        assertThat(read.loss()).contains("CUDA_ERROR_LAUNCH_FAILED");
    }

    @Test
    void noneIsLostWhenBothAnswer() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> reader.checkWith(read, CUresult.CUDA_ERROR_UNKNOWN, "waiting"));
        assertThat(reader.loss()).isNull();
        assertThat(read.loss()).isNull();
    }

    @Test
    void errorOfWorkOfItsOwnIsOfTheDevice() {
        assertThatExceptionOfType(GpuException.class)
                .isThrownBy(() -> reader.checkWith(null, CUresult.CUDA_ERROR_LAUNCH_FAILED, "waiting"));
        assertThat(reader.loss()).isNotNull();
    }

    @Test
    void deviceThatItsProcessLosesAgainAndAgainIsNotUsedAnyMore() {
        for (int losses = 0; losses < 5; losses++) {
            assertThat(reader.unusableReason()).isNull();
            reader.lostByProcess();
        }
        assertThat(reader.unusableReason())
                .isEqualTo("planned device was lost (5 times, each within an hour of the one before):"
                        + " restart Neo4j to use it again");
    }
}
