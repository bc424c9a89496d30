package dev.motif.algorithm.count.clique;

import static dev.motif.algorithm.count.clique.KCliqueGpuTest.hubs;
import static dev.motif.algorithm.count.clique.KCliqueGpuTest.random;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.backend.Backend;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import dev.motif.research.pivoting.PivotingAlgorithm;
import dev.motif.research.pivoting.PivotingConfig;
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import dev.motif.research.pivoting.PivotingConfig.Parallelization;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the published forms on a GPU: starts, encodings and sub-warps, with launches that are paused. */
@LeavesNothing
@Tag("gpu")
class PivotingGpuTest {
    private static final PivotingAlgorithm ALGORITHM = new PivotingAlgorithm();

    private final NativeMemory memory = new NativeMemory(1L << 33);
    private final BackendCase backend = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    private List<BigInteger> all(EdgeList list, PivotingConfig form) {
        return KCliqueValues.all(list, ALGORITHM, form, backend, memory);
    }

    private KCliqueValues values(EdgeList list, PivotingConfig form) {
        int k = form.counted().minK();
        return KCliqueValues.of(list, ALGORITHM, k, result -> PivotingAlgorithmTest.of(form, result), backend, memory);
    }

    private List<BigInteger> expected(EdgeList list, KCliqueConfig config) {
        return KCliqueValues.all(list, config.with(Technique.COMPLEMENT), backend, memory);
    }

    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"ORIENTATION", "PIVOT"})
    void everyGroupSizeCountsTheSame(Technique technique) {
        EdgeList list = random(90, 0.6);
        KCliqueConfig config = KCliqueConfig.total(3, 6);
        List<BigInteger> expected = expected(list, config);
        for (int groupSize = 1; groupSize <= CliqueBlocksGpu.MOST_IN_GROUP; groupSize *= 2) {
            for (Encoding encoding : Encoding.values()) {
                for (Parallelization start : Parallelization.values()) {
                    PivotingConfig form = new PivotingConfig(config.with(technique), start, encoding, groupSize);
                    assertThat(all(list, form)).as("%s", form).isEqualTo(expected);
                }
            }
        }
    }

    /** Searches continue where a launch has ended, with local graphs in shared memory and with larger ones. */
    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"ORIENTATION", "PIVOT"})
    void pausesChangeNothing(Technique technique) {
        for (int vertices : new int[] {150, 600}) {
            EdgeList list = random(vertices, 60.0 / vertices);
            KCliqueConfig config = KCliqueConfig.total(4, 6);
            List<BigInteger> expected = expected(list, config);
            for (int groupSize : new int[] {1, 4, 32}) {
                for (Encoding encoding : Encoding.values()) {
                    for (Parallelization start : Parallelization.values()) {
                        PivotingConfig form = new PivotingConfig(config.with(technique), start, encoding, groupSize);
                        assertThat(TestDevices.withSlices(device, 200_000, () -> all(list, form)))
                                .as("%s", form)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    /** Every technique, order, start, encoding and size of sub-warps, with and without pauses. */
    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"ORIENTATION", "PIVOT"})
    void everyFormCountsTheSameByVertexAndEdge(Technique technique) {
        int number = 0;
        for (EdgeList list : new EdgeList[] {random(60, 0.3), random(45, 0.8), hubs(110), random(700, 0.08)}) {
            for (int k : new int[] {3, 4, 6}) {
                KCliqueConfig config = KCliqueConfig.total(k, k);
                KCliqueValues expected = KCliqueValues.of(
                        list, config.with(Technique.COMPLEMENT), new BackendCase(Backend.CPU, 2), memory);
                for (PivotingConfig form : PivotingAlgorithmTest.forms(config)) {
                    if (form.counted().technique() == technique) {
                        PivotingConfig sized = form.withGroupSize(1 << number++ % 6);
                        long slice = number % 3 == 0 ? Long.MAX_VALUE : 50_000;
                        assertThat(TestDevices.withSlices(device, slice, () -> values(list, sized)))
                                .as("%s with slices of %d ns", sized, slice)
                                .isEqualTo(expected);
                    }
                }
            }
        }
    }

    /** Warps hand over their work through a queue of few places, in many short launches. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void shortQueuesCountTheSameFromVerticesAndEdges(int slots) {
        TestDevices.LaunchChange few =
                (session, kernel, arguments) -> arguments.computeIfPresent("queueSlots", (name, before) -> slots);
        for (int vertices : new int[] {60, 200}) {
            EdgeList list = random(vertices, 0.5);
            KCliqueConfig config = KCliqueConfig.total(6, 6).with(Technique.COMPLEMENT);
            KCliqueValues expected = KCliqueValues.of(list, config, new BackendCase(Backend.CPU, 2), memory);
            for (Parallelization start : Parallelization.values()) {
                PivotingConfig form = PivotingConfig.of(config).with(start);
                assertThat(TestDevices.withLaunches(
                                device, few, () -> TestDevices.withSlices(device, 50_000, () -> values(list, form))))
                        .as("%d vertices, %s", vertices, start)
                        .isEqualTo(expected);
            }
        }
    }
}
