package dev.motif.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunTimes;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import java.util.List;
import java.util.stream.IntStream;
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

    @Test
    void rowsSayWhichGpusWereLost() {
        Backend.Choice choice = new Backend.Choice(
                Backend.GPU,
                IntStream.range(0, 4)
                        .mapToObj(ordinal -> TestDevices.planned(ordinal, 1 << 20))
                        .toList(),
                "on 4 GPUs");
        StageTimes times = new StageTimes();
        assertThat(choice.after(times)).isEqualTo(choice);
        times.lose(List.of(3, 1));
        assertThat(choice.after(times).ordinals()).containsExactly(0L, 2L);
        assertThat(choice.after(times).reason())
                .isEqualTo("on 4 GPUs; lost in the call, so that the others did their parts: GPU 1, 3");
    }

    /** It knows which of them are in use. */
    @Test
    void processThatHasTheGpusChoosesAmongThoseThatWouldDo() {
        List<GpuDevice> devices = IntStream.range(0, 4)
                .mapToObj(ordinal -> TestDevices.planned(ordinal, 1 << 20))
                .toList();
        Backend.Choice choice =
                new Backend.Choice(Backend.GPU, devices.subList(0, 1), devices.subList(0, 3), "on a GPU");
        assertThat(IsolatedRun.of(algorithm, ButterflyConfig.TOTAL, choice).gpus())
                .isEqualTo(new GpuSelection(1, List.of(0, 1, 2)));
        StageTimes times = new StageTimes();
        times.take(List.of(2));
        assertThat(choice.after(times).ordinals()).containsExactly(2L);
        Backend.Choice asked = new Backend.Choice(Backend.GPU, devices.subList(1, 3), "asked for");
        assertThat(IsolatedRun.of(algorithm, ButterflyConfig.TOTAL, asked).gpus())
                .isEqualTo(new GpuSelection(2, List.of(1, 2)));
    }

    @Test
    void autoTakesAllGpusWhenOneTakesLongOrCannotHoldTheGraph() {
        assertThat(GpuSelection.AUTO.count(null, 1)).isOne();
        assertThat(GpuSelection.AUTO.count(new RunTimes(1e6, 299), 1)).isOne();
        assertThat(GpuSelection.AUTO.count(new RunTimes(1e6, 300), 1)).isGreaterThan(1);
        assertThat(GpuSelection.AUTO.count(null, 2)).isGreaterThan(1);
        assertThat(GpuSelection.ONE.count(null, 2)).isOne();
    }

    @Test
    void hostHasWhatEachGpuFinds() {
        GpuVersion<?, ?> version = algorithm.gpu(new ButterflyConfig(true, false));
        GpuDevice device = TestDevices.planned(1L << 40);
        GpuEstimate one = version.estimate(List.of(device), size);
        GpuEstimate three = version.estimate(List.of(device, device, device), size);
        assertThat(one).isEqualTo(version.estimate(device, size));
        assertThat(three.offHeap().minBytes()).isEqualTo(one.offHeap().minBytes());
        assertThat(three.offHeap().maxBytes()).isEqualTo(3 * one.offHeap().maxBytes());
        assertThat(three.device().maxBytes()).isEqualTo(one.device().maxBytes());
        assertThat(three.device().name()).startsWith("on each of 3 GPUs, device memory of");
    }
}
