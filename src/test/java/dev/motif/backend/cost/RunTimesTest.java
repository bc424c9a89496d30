package dev.motif.backend.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests estimated times with speeds that are given, not measured. */
class RunTimesTest {
    private static final HostSpeed SPEED = new HostSpeed(1e8, 10, 1e9);
    private static final int MULTIPROCESSORS = 100;
    private static final RunCost.Part NOTHING = new RunCost.Part(0, 0, 0, 0);
    private static final GraphShape SHAPE = new GraphShape(new GraphSize(600, 400, 2000), 7000, 5000);

    private static RunTimes times(RunCost cost, GraphShape shape, boolean copied, int threads) {
        return RunTimes.of(cost, shape, SPEED, MULTIPROCESSORS, copied, threads);
    }

    @Test
    void threadsTakeTimeToStartAndShareMostOfTheWork() {
        RunCost cost = new RunCost(new RunCost.Part(1.7e6, 1000, 100, 10), NOTHING, NOTHING);
        // 1000 * 1000 + 2000 * 100 + 5000 * 10 steps, of which 16 threads do 4.75 at once.
        assertThat(times(cost, SHAPE, true, 16).cpuMillis()).isEqualTo(17 + 12.5 / 4.75, within(1e-9));
        assertThat(times(cost, SHAPE, true, 1).cpuMillis()).isEqualTo(2 + 12.5 / 4.75 * 1000 / 175, within(1e-9));
        assertThat(times(cost, SHAPE, true, 8).cpuMillis()).isEqualTo(9 + 12.5 / 4.75 * 230 / 175, within(1e-9));
    }

    @Test
    void withoutADeviceTheCpuIsFaster() {
        RunTimes times =
                RunTimes.of(new RunCost(new RunCost.Part(1e6, 0, 0, 0), NOTHING, NOTHING), () -> SHAPE, null, false, 4);
        assertThat(times.cpuMillis()).isFinite().isPositive();
        assertThat(times.gpuIsFaster()).isFalse();
        assertThat(RunTimes.of(null, () -> SHAPE, null, false, 4)).isNull();
    }

    @Test
    void gpuWaitsAndItsMultiprocessorsShareTheRest() {
        RunCost cost = new RunCost(NOTHING, new RunCost.Part(50, 0, 1.65e6, 0), NOTHING);
        assertThat(times(cost, SHAPE, true, 1).gpuMillis()).isEqualTo(0.5 + 200, within(1e-9));
        RunTimes onTwice = RunTimes.of(cost, SHAPE, SPEED, 2 * MULTIPROCESSORS, true, 1);
        assertThat(onTwice.gpuMillis()).isEqualTo(0.5 + 100, within(1e-9));
    }

    @Test
    void firstRunAlsoCopiesAndPrepares() {
        RunCost cost = new RunCost(NOTHING, new RunCost.Part(50, 0, 0, 0), new RunCost.Part(100, 0, 0, 0));
        assertThat(times(cost, SHAPE, true, 1).gpuMillis()).isEqualTo(0.5, within(1e-9));
        // 3000 vertices and edges of 8 bytes each.
        assertThat(times(cost, SHAPE, false, 1).gpuMillis()).isEqualTo(1.5 + 0.024, within(1e-9));
    }

    @Test
    void slowerLaunchesAndCopiesSpeakForTheCpu() {
        RunCost cost = new ButterflyAlgorithm().cost(ButterflyConfig.TOTAL);
        GraphShape shape = new GraphShape(new GraphSize(300_000, 100_000, 1_000_000), 1e7, 1e7);
        assertThat(times(cost, shape, false, 4).gpuIsFaster()).isTrue();
        HostSpeed farAway = new HostSpeed(1e8, 1000, 1e9);
        assertThat(RunTimes.of(cost, shape, farAway, MULTIPROCESSORS, false, 4).gpuIsFaster())
                .isFalse();
        HostSpeed thinBus = new HostSpeed(1e8, 10, 1e6);
        assertThat(RunTimes.of(cost, shape, thinBus, MULTIPROCESSORS, false, 4).gpuIsFaster())
                .isFalse();
        assertThat(RunTimes.of(cost, shape, thinBus, MULTIPROCESSORS, true, 4).gpuIsFaster())
                .isTrue();
        HostSpeed fastProcessor = new HostSpeed(1e11, 10, 1e9);
        assertThat(RunTimes.of(cost, shape, fastProcessor, MULTIPROCESSORS, false, 4)
                        .gpuIsFaster())
                .isFalse();
    }

    @Test
    void pivotsCostWhatTheChosenTechniqueDoes() {
        BicliqueAlgorithm bicliques = new BicliqueAlgorithm();
        for (BicliqueConfig config : List.of(BicliqueConfig.total(2, 2), BicliqueConfig.total(3, 3))) {
            assertThat(bicliques.cost(config.with(Technique.PIVOT))).isEqualTo(bicliques.cost(config));
        }
    }

    @Test
    void tieGoesToTheCpu() {
        assertThat(new RunTimes(3, 3).gpuIsFaster()).isFalse();
        assertThat(new RunTimes(3, 2.999).gpuIsFaster()).isTrue();
    }

    @Test
    void textNamesBothTimes() {
        assertThat(new RunTimes(2.96, 0.04).text()).isEqualTo("about 3.0 ms on the CPU, 0.0 ms on the GPU");
        assertThat(new RunTimes(9.96, 8234.4).text()).isEqualTo("about 10 ms on the CPU, 8234 ms on the GPU");
        assertThat(new RunTimes(12_400, 1e9).text()).isEqualTo("about 12 s on the CPU, 1000000 s on the GPU");
    }
}
