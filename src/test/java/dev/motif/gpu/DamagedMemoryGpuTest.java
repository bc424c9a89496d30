package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.MoreCases;
import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.clique.CliqueFormGpu;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.algorithm.count.clique.CliqueSearcher;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damages what the warps and blocks of a kernel tell each other, so that they wait for what never comes: kernels must end
 * all the same, also after a kill, and leave a device that works.
 */
@LeavesNothing
@Tag("gpu")
class DamagedMemoryGpuTest {
    /** The look at the cancellation, after the damage, that finds the search killed. */
    private static final int LOOK_OF_THE_KILL = 2;

    /** A run that comes to no damage ends after so many looks. */
    private static final int MOST_LOOKS = 2000;

    /** A word of 64 bits with two of 32 that are no state of anything. */
    private static final long GARBAGE = 7L << 32 | 7;

    static final long FAR = 1L << 40;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    /** Does damage through the arguments of a launch. */
    @FunctionalInterface
    interface Blow {
        void to(GpuSession session, Map<String, Object> arguments);
    }

    /** Opens the graph and runs what is damaged. */
    @FunctionalInterface
    interface Search {
        void run(NativeMemory memory, Workers workers, GpuDevice device) throws Exception;
    }

    /**
     * @param kernel the kernel that is hit before one of its launches
     * @param launch which of them, from 1
     */
    record Damage(String name, String kernel, int launch, Search search, Blow blow) {
        @Override
        public String toString() {
            return name;
        }
    }

    static <C, R extends AutoCloseable> Search bipartite(
            Algorithm<BipartiteGraph, C, R> algorithm, C config, EdgeList list) {
        return (memory, workers, device) -> {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
                run(algorithm, config, graph, memory, workers, device);
            }
        };
    }

    private static <C, R extends AutoCloseable> Search unipartite(
            Algorithm<UnipartiteGraph, C, R> algorithm, C config, EdgeList list) {
        return (memory, workers, device) -> {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
                run(algorithm, config, graph, memory, workers, device);
            }
        };
    }

    private static <G extends Graph, C, R extends AutoCloseable> void run(
            Algorithm<G, C, R> algorithm, C config, G graph, NativeMemory memory, Workers workers, GpuDevice device)
            throws Exception {
        algorithm
                .gpu(config)
                .run(graph, new Execution(memory, workers, new StageTimes()), device)
                .close();
    }

    private static EdgeList dense(int vertices) {
        Random random = new Random(vertices);
        return CliqueGraphs.of(vertices, (u, v) -> random.nextDouble() < 0.8);
    }

    private static Stream<Damage> queues() {
        return Stream.of(
                new Damage(
                        "queue of PIVOT",
                        "biclique_total_per_warp",
                        2,
                        bipartite(new BicliqueAlgorithm(), BicliqueConfig.total(20, 20), TestGraphs.crown(40)),
                        (session, arguments) -> {
                            fill(session, arguments, "queueFlags", GARBAGE);
                            set(session, arguments, KernelAbi.PIVOT_QUEUE_READY, 1000);
                        }),
                new Damage(
                        "queue of k-cliques",
                        "kclique_histogram_per_warp",
                        2,
                        unipartite(
                                // Fewer tasks than warps, so that some wait for the queue.
                                new KCliqueAlgorithm(
                                        new CliqueSearcher(),
                                        new CliqueFormGpu(CliqueRootsGpu.SPLIT_NONE, true, CliqueBlocksGpu::new)),
                                KCliqueConfig.total(20, 20).with(KCliqueConfig.Technique.COMPLEMENT),
                                dense(600)),
                        (session, arguments) -> {
                            fill(session, arguments, "queueFlags", GARBAGE);
                            set(session, arguments, KernelAbi.QUEUE_READY, 1000);
                        }));
    }

    private static Stream<Damage> others() {
        MaximalBicliqueConfig bitmap = MaximalBicliqueConfig.TOTALS;
        return Stream.of(
                new Damage(
                        "tickets of the bitmap search",
                        "maximal_subtrees_per_warp",
                        2,
                        bipartite(new MaximalBicliqueAlgorithm(), bitmap, TestGraphs.crown(44)),
                        (session, arguments) -> {
                            // All warps forget their work, and wait for a place that somebody should have filled.
                            long[] state = {0, 5, 0, (long) arguments.get("round")};
                            DeviceArray states = (DeviceArray) arguments.get("warpStates");
                            TestDevices.changeWords(session, states, words(states), (at, word) -> state[(int) at % 4]);
                            set(session, arguments, KernelAbi.MAXIMAL_HEAD, FAR);
                            set(session, arguments, KernelAbi.MAXIMAL_TAIL, FAR);
                        }),
                new Damage(
                        "ring of the bitmap search",
                        "maximal_subtrees_per_warp",
                        1,
                        bipartite(new MaximalBicliqueAlgorithm(), bitmap, TestGraphs.crown(44)),
                        (session, arguments) -> {
                            int ringWords = (int) arguments.get("ringWords");
                            TestDevices.changeWords(
                                    session,
                                    arguments.get("ringSlots"),
                                    256 * ringWords,
                                    (at, word) -> at % ringWords == 0 ? FAR + 1 : word);
                        }));
    }

    static Stream<Damage> damages() {
        return Stream.of(queues(), others(), MoreCases.of("DamagedMemoryGpuTest", Damage.class))
                .flatMap(damages -> damages);
    }

    static int words(DeviceArray array) {
        return (int) (array.bytes() / Long.BYTES);
    }

    static void fill(GpuSession session, Map<String, Object> arguments, String array, long word) {
        DeviceArray target = (DeviceArray) arguments.get(array);
        TestDevices.changeWords(session, target, words(target), (at, before) -> word);
    }

    private static void set(GpuSession session, Map<String, Object> arguments, int position, long word) {
        TestDevices.changeWords(
                session, arguments.get("control"), position + 1, (at, before) -> at == position ? word : before);
    }

    /**
     * Runs a search that is damaged.
     *
     * @param launched is called before each launch of the damaged kernel; with true for the one that was damaged
     */
    private void run(Damage damage, Cancellation cancellation, Consumer<Boolean> launched) {
        AtomicInteger launches = new AtomicInteger();
        TestDevices.LaunchChange hit = (session, kernel, arguments) -> {
            if (kernel.equals(damage.kernel)) {
                boolean damaged = launches.incrementAndGet() == damage.launch;
                if (damaged) {
                    damage.blow.to(session, arguments);
                }
                launched.accept(damaged);
            }
        };
        TestDevices.withLaunches(device, hit, () -> {
            try {
                damage.search.run(memory, new Workers(2, cancellation, Progress.NONE), device);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return null;
        });
    }

    @ParameterizedTest
    @MethodSource("damages")
    void killedSearchIsNotLaunchedAgain(Damage damage) throws Exception {
        AtomicBoolean damaged = new AtomicBoolean();
        AtomicInteger looksAfterwards = new AtomicInteger();
        AtomicInteger looksBefore = new AtomicInteger();
        AtomicInteger launchesAfterTheKill = new AtomicInteger();
        Cancellation cancellation = () -> damaged.get()
                ? looksAfterwards.incrementAndGet() >= LOOK_OF_THE_KILL
                : looksBefore.incrementAndGet() >= MOST_LOOKS;
        assertThatThrownBy(() -> run(damage, cancellation, now -> {
                    if (now) {
                        damaged.set(true);
                    } else if (looksAfterwards.get() >= LOOK_OF_THE_KILL) {
                        launchesAfterTheKill.incrementAndGet();
                    }
                }))
                .satisfiesAnyOf(
                        killed -> assertThat(killed).isInstanceOf(CancellationException.class),
                        // The launch gave up what it waited for before anybody looked a second time.
                        stuck -> assertThat(stuck)
                                .isInstanceOf(GpuException.class)
                                .hasMessageContaining("waited for what never came"));
        assertThat(damaged).as("the damage was done").isTrue();
        // Another thread may have looked first, while this launch was made.
        assertThat(launchesAfterTheKill).hasValueLessThanOrEqualTo(1);
        checkDeviceWorks();
    }

    @ParameterizedTest
    @MethodSource("queues")
    void searchThatWaitsForWhatNeverComesFails(Damage damage) throws Exception {
        assertThatThrownBy(() -> run(damage, Cancellation.NEVER, damaged -> {}))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining(damage.kernel)
                .hasMessageContaining("waited for what never came");
        checkDeviceWorks();
    }

    /** Launches that the hook leaves alone count as ever. */
    @Test
    void launchesThatAreOnlyLookedAtCountTheSame() throws Exception {
        AtomicInteger launches = new AtomicInteger();
        TestDevices.withLaunches(device, (session, kernel, arguments) -> launches.incrementAndGet(), () -> {
            try {
                checkDeviceWorks();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return null;
        });
        assertThat(launches.get()).isPositive();
    }

    private void checkDeviceWorks() throws Exception {
        try (BipartiteGraph graph = TestGraphs.crown(12).toGraph(memory, Workers.of(2));
                MaximalBicliqueResult counts = new MaximalBicliqueAlgorithm()
                        .gpu(MaximalBicliqueConfig.TOTALS)
                        .run(graph, new Execution(memory, Workers.of(2), new StageTimes()), device)) {
            assertThat(counts.total()).isEqualTo((1 << 12) - 2);
        }
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isZero();
    }
}
