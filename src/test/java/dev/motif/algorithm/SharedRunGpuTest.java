package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.near.NearBicliqueAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuSelection;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One run on several GPUs, or on the parts of one that {@code -Dmotif.gpu.split} makes. */
@LeavesNothing
@Tag("gpu")
@Timeout(300)
class SharedRunGpuTest {
    private static final String[] BIPARTITE = {
        "powerlaw,left=30000,right=8000,edges=400000,skew=2.5,seed=1", "uniform,left=300,right=200,edges=9000,seed=2"
    };
    private static final String[] UNIPARTITE = {"kronecker,scale=14,edgefactor=16,seed=1", "gnm,n=300,edges=5000,seed=1"
    };

    private final List<GpuDevice> devices = Gpus.ofThisHost().devices();
    private final NativeMemory memory = new NativeMemory(1L << 33);

    @BeforeEach
    void needsSeveral() {
        assumeTrue(devices.size() > 1, "a host with a single GPU");
    }

    @AfterEach
    void nothingStaysAllocated() {
        for (GpuDevice device : devices) {
            assertThat(device.liveBytes()).as("%s", device.info()).isZero();
            assertThat(device.reservedBytes()).as("%s", device.info()).isZero();
        }
    }

    private Execution execution(Cancellation cancellation) {
        return new Execution(memory, new Workers(4, cancellation, Progress.NONE), new StageTimes());
    }

    private Graph generated(String recipe) {
        return Generators.parse(recipe).build(memory, Workers.of(4)).graph();
    }

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        return Stream.concat(
                AlgorithmCases.countsOnGpu(),
                Stream.of(
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(8, Result.TOTAL)),
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(3, Result.TOTAL)),
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(5, Result.TOTAL)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.of(4, Result.EDGE).with(Technique.ORIENTATION)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.total(3, 6).with(Technique.PIVOT)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.total(3, 6).with(Technique.ORIENTATION)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.total(4, 9).withTimeoutMillis(3_600_000)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.total(3, 6)
                                        .with(Technique.ORIENTATION)
                                        .withTimeoutMillis(3_600_000)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.of(5, Result.VERTEX).with(Technique.PIVOT)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.of(5, Result.VERTEX).with(Technique.COMPLEMENT)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.of(5, Result.EDGE).with(Technique.COMPLEMENT)),
                        new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.total(2, 2)),
                        new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.total(5, 4))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resultIsThatOfOneDevice(AlgorithmCase<?, ?, ?> run) throws Exception {
        for (Supplier<Graph> each : graphsFor(run).toList()) {
            try (Graph graph = each.get()) {
                assumeTrue(run.canShare(devices.get(0), graph), "runs on one device");
                run.compareWithShared(devices, graph, execution(Cancellation.NEVER));
                run.compareWithShared(devices.subList(0, 2), graph, execution(Cancellation.NEVER));
            }
        }
    }

    /** Large graphs, where they have not far too many groups. */
    private Stream<Supplier<Graph>> graphsFor(AlgorithmCase<?, ?, ?> run) {
        if (run.algorithm() instanceof NearCliqueAlgorithm || run.algorithm() instanceof NearBicliqueAlgorithm) {
            return run.graphs().stream().map(list -> () -> run.graph(list, memory));
        }
        boolean bipartite = run.algorithm().graphType() == BipartiteGraph.class;
        return Stream.of(bipartite ? BIPARTITE : UNIPARTITE).map(recipe -> () -> generated(recipe));
    }

    /** Counts of vertices and edges, which devices add up from one to the other, and the kernels at which one is lost. */
    private record Exchanged(AlgorithmCase<?, ?, ?> run, List<String> kernels) {
        Exchanged(AlgorithmCase<?, ?, ?> run, String... next) {
            this(run, Stream.concat(Stream.of(SUMS), Stream.of(next)).toList());
        }
    }

    private static final String SUMS = "exchange_sums";

    private static final List<Exchanged> EXCHANGED = List.of(
            new Exchanged(AlgorithmCases.triadPlaces()),
            new Exchanged(new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(true, true))),
            new Exchanged(
                    new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(false)),
                    "common_neighbors_values"),
            new Exchanged(
                    new AlgorithmCase<>(
                            new KCliqueAlgorithm(),
                            KCliqueConfig.of(5, Result.VERTEX).with(Technique.COMPLEMENT)),
                    "kclique_values"),
            new Exchanged(
                    new AlgorithmCase<>(
                            new KCliqueAlgorithm(),
                            KCliqueConfig.of(5, Result.EDGE).with(Technique.COMPLEMENT)),
                    "kclique_values"),
            new Exchanged(
                    new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, BicliqueConfig.Result.VERTEX)),
                    "biclique_values"),
            new Exchanged(
                    new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, BicliqueConfig.Result.EDGE)),
                    "biclique_values"));

    private Graph largeFor(AlgorithmCase<?, ?, ?> run) {
        return generated(run.algorithm().graphType() == BipartiteGraph.class ? BIPARTITE[0] : UNIPARTITE[0]);
    }

    /** Lets devices claim slowly, so that each of them has something to do, however late it comes. */
    private static final TestDevices.LaunchChange SLOW =
            (session, kernel, arguments) -> LockSupport.parkNanos(5_000_000);

    /** Runs {@code work} while all of {@code slow} claim slowly. */
    private static <T> T whileSlow(List<GpuDevice> slow, Supplier<T> work) {
        return slow.isEmpty()
                ? work.get()
                : TestDevices.withLaunches(slow.get(0), SLOW, () -> whileSlow(slow.subList(1, slow.size()), work));
    }

    /** The others count again what a device had that is lost while they add up, or after it. */
    @Test
    void deviceThatIsLostInAnExchangeIsLeftOut() throws Exception {
        GpuDevice victim = devices.get(1);
        for (Exchanged exchanged : EXCHANGED) {
            for (String kernel : exchanged.kernels) {
                try (Graph graph = largeFor(exchanged.run)) {
                    exchanged.run.compareWithShared(devices, graph, execution(Cancellation.NEVER));
                    Execution execution = execution(Cancellation.NEVER);
                    // One that comes late, when the others have claimed everything, exchanges nothing.
                    for (int i = 0; i < 20 && execution.times().lost().isEmpty(); i++) {
                        whileSlow(devices, () -> {
                            TestDevices.losing(victim, kernel, SLOW, () -> assertThatCode(
                                            () -> exchanged.run.compareWithShared(devices, graph, execution))
                                    .doesNotThrowAnyException());
                            return null;
                        });
                    }
                    assertThat(execution.times().lost())
                            .as("%s, %s", exchanged.run, kernel)
                            .contains(victim.info().ordinal());
                }
                nothingStaysAllocated();
            }
        }
    }

    /** Who reads what it has counted gets its error, and goes on with the others. */
    @Test
    void deviceThatHasFailedUnnoticedIsLostAndNotItsReaders() throws Exception {
        GpuDevice victim = devices.get(1);
        for (Exchanged exchanged : EXCHANGED) {
            try (Graph graph = largeFor(exchanged.run)) {
                exchanged.run.compareWithShared(devices, graph, execution(Cancellation.NEVER));
                Execution execution = execution(Cancellation.NEVER);
                // One that comes late, when the others have claimed everything, is not read.
                for (int i = 0; i < 20 && execution.times().lost().isEmpty(); i++) {
                    whileSlow(devices, () -> {
                        TestDevices.failingUnnoticed(victim, () -> {
                            assertThatCode(() -> exchanged.run.compareWithShared(devices, graph, execution))
                                    .doesNotThrowAnyException();
                            assertThat(devices)
                                    .filteredOn(device -> device != victim)
                                    .allSatisfy(
                                            device -> assertThat(device.loss()).isNull());
                        });
                        return null;
                    });
                }
                assertThat(execution.times().lost())
                        .as("%s", exchanged.run)
                        .containsExactly(victim.info().ordinal());
            }
            nothingStaysAllocated();
        }
    }

    @Test
    void killedExchangeLeavesNothing() throws Exception {
        for (Exchanged exchanged : EXCHANGED) {
            try (Graph graph = largeFor(exchanged.run)) {
                exchanged.run.compareWithShared(devices, graph, execution(Cancellation.NEVER));
                AtomicBoolean killed = new AtomicBoolean();
                TestDevices.LaunchChange change = (session, kernel, arguments) -> {
                    SLOW.before(session, kernel, arguments);
                    killed.compareAndSet(false, kernel.startsWith(SUMS));
                };
                for (int i = 0; i < 20 && !killed.get(); i++) {
                    Supplier<Void> run = () -> {
                        try {
                            exchanged.run.compareWithShared(devices, graph, execution(killed::get));
                        } catch (CancellationException e) {
                            assertThat(killed).isTrue();
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                        return null;
                    };
                    whileSlow(devices, () -> TestDevices.withLaunches(devices.get(1), change, run));
                }
                assertThat(killed).as("%s", exchanged.run).isTrue();
            }
            nothingStaysAllocated();
        }
    }

    static Stream<AlgorithmCase<?, ?, ?>> inPasses() {
        return Stream.of(
                new AlgorithmCase<>(new ButterflyAlgorithm(), ButterflyConfig.TOTAL),
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(true, true)),
                new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(false)));
    }

    /** Devices claim passes: in the end each has what one of them would have found. */
    @ParameterizedTest
    @MethodSource("inPasses")
    void graphThatNoDeviceHoldsIsShared(AlgorithmCase<?, ?, ?> run) throws Exception {
        GpuDevice first = devices.get(0);
        boolean bipartite = run.algorithm().graphType() == BipartiteGraph.class;
        try (Graph graph = generated(bipartite ? BIPARTITE[0] : UNIPARTITE[0])) {
            for (long most : new long[] {Long.MAX_VALUE, 20}) {
                long limit = TestDevices.leastLimit(
                        first, () -> run.obstacle(first, graph) == null && run.passes(first, graph) <= most);
                withLimits(devices, limit, () -> {
                    assertThat(run.passes(first, graph)).isGreaterThan(3);
                    assertThatCode(() -> run.compareWithShared(devices, graph, execution(Cancellation.NEVER)))
                            .doesNotThrowAnyException();
                });
            }
        }
    }

    private static void withLimits(List<GpuDevice> devices, long limit, Runnable work) {
        if (devices.isEmpty()) {
            work.run();
        } else {
            Runnable rest = () -> withLimits(devices.subList(1, devices.size()), limit, work);
            TestDevices.withLimit(devices.get(0), limit, rest);
        }
    }

    /** A kill ends the passes of all devices. */
    @Test
    void killedPassesLeaveNothing() {
        ButterflyConfig config = new ButterflyConfig(true, true);
        try (BipartiteGraph graph = (BipartiteGraph) generated(BIPARTITE[0])) {
            GraphSize size = GraphSize.of(graph);
            GpuDevice first = devices.get(0);
            long least =
                    TestDevices.leastLimit(first, () -> butterflies.gpu(config).obstacle(first, size) == null);
            BigInteger expected = onOne(graph);
            withLimits(devices, least, () -> {
                assertThat(butterflies(graph, Cancellation.NEVER)).isEqualTo(expected);
                for (int after : new int[] {0, 1, 2}) {
                    AtomicInteger asked = new AtomicInteger();
                    assertThatExceptionOfType(CancellationException.class)
                            .isThrownBy(() -> butterflies(graph, () -> asked.incrementAndGet() > after));
                }
            });
        }
    }

    /** Half of these bicliques are below one root: devices give each other work. */
    @ParameterizedTest
    @ValueSource(strings = {"crown,n=8", "crown,n=20", "crown,n=24"})
    void crownIsShared(String recipe) throws Exception {
        for (PerVertex what : PerVertex.values()) {
            AlgorithmCase<?, ?, ?> run =
                    new AlgorithmCase<>(new MaximalBicliqueAlgorithm(), MaximalBicliqueConfig.TOTALS.with(what));
            try (Graph graph = generated(recipe)) {
                run.compareWithShared(devices, graph, execution(Cancellation.NEVER));
                run.compareWithShared(devices.subList(0, 2), graph, execution(Cancellation.NEVER));
            }
        }
    }

    @Test
    void emptyGraphIsCounted() throws Exception {
        for (AlgorithmCase<?, ?, ?> run : cases().toList()) {
            boolean bipartite = run.algorithm().graphType() == BipartiteGraph.class;
            try (Graph graph =
                    generated(bipartite ? "uniform,left=3,right=2,edges=0,seed=1" : "gnm,n=3,edges=0,seed=1")) {
                if (run.canShare(devices.get(0), graph)) {
                    run.compareWithShared(devices, graph, execution(Cancellation.NEVER));
                }
            }
        }
    }

    private final ButterflyAlgorithm butterflies = new ButterflyAlgorithm();

    private BigInteger butterflies(BipartiteGraph graph, Cancellation cancellation) {
        ButterflyConfig config = new ButterflyConfig(true, true);
        Backend.Choice choice = Backend.GPU.choose(butterflies, graph, config, 2, GpuSelection.all());
        assertThat(choice.devices()).hasSameSizeAs(devices);
        try (ButterflyResult counts = butterflies.run(choice, graph, config, execution(cancellation))) {
            return counts.total();
        }
    }

    private BigInteger onOne(BipartiteGraph graph) {
        Backend.Choice one = Backend.GPU.choose(butterflies, graph, ButterflyConfig.TOTAL);
        try (ButterflyResult counts =
                butterflies.run(one, graph, ButterflyConfig.TOTAL, execution(Cancellation.NEVER))) {
            return counts.total();
        }
    }

    /** A form that one device has prepared is copied to another one, which prepares nothing. */
    @Test
    void preparedGraphIsTakenFromAnotherDevice() throws Exception {
        for (AlgorithmCase<?, ?, ?> run : List.of(
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(true, true)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.total(3, 3)),
                new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(8, Result.TOTAL)))) {
            boolean bipartite = run.algorithm().graphType() == BipartiteGraph.class;
            try (Graph graph = generated(bipartite ? BIPARTITE[1] : UNIPARTITE[1])) {
                run.compareWithShared(devices.subList(0, 1), graph, execution(Cancellation.NEVER));
                List<String> kernels = TestDevices.launches(devices.get(1), () -> assertThatCode(
                                () -> run.run(graph, execution(Cancellation.NEVER), devices.get(1)))
                        .doesNotThrowAnyException());
                assertThat(kernels)
                        .noneMatch(kernel -> kernel.startsWith("prep_")
                                || kernel.startsWith("orient_")
                                || kernel.startsWith("kcore_"));
                run.compareWithShared(List.of(devices.get(1), devices.get(0)), graph, execution(Cancellation.NEVER));
            }
        }
    }

    @Test
    void busyDeviceDelaysNobody() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 3000, 2000, 60_000, 2).toGraph(memory, Workers.of(2))) {
            BigInteger expected = onOne(graph);
            GpuDevice last = devices.get(devices.size() - 1);
            long held = last.limitBytes() - last.reservedBytes();
            try (GpuSession all = last.open(held, Workers.of(1))) {
                assertThat(butterflies(graph, Cancellation.NEVER)).isEqualTo(expected);
            }
        }
    }

    /** Two runs that each want most of every device would block each other if one waited for all its devices. */
    @Test
    void manyRunsOnAllDevicesEnd() {
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 3000, 2000, 60_000, 2).toGraph(memory, Workers.of(2))) {
            BigInteger expected = onOne(graph);
            long limit = devices.get(0).limitBytes();
            Runnable runs = () -> Workers.of(8).forRanges(64, 1, (worker, from, to) -> assertThat(
                            from % 4 == 3 ? onOne(graph) : butterflies(graph, Cancellation.NEVER))
                    .isEqualTo(expected));
            TestDevices.withLimit(
                    devices.get(0),
                    limit / 64,
                    () -> TestDevices.withLimit(devices.get(1), devices.get(1).limitBytes() / 64, runs));
        }
    }

    @Test
    void killedRunLeavesNothing() {
        try (Graph any = generated("powerlaw,left=200000,right=40000,edges=2000000,skew=2.5,seed=1")) {
            BipartiteGraph graph = (BipartiteGraph) any;
            // Every run asks three times or more.
            for (int after : new int[] {0, 1, 2}) {
                AtomicInteger asked = new AtomicInteger();
                assertThatExceptionOfType(CancellationException.class)
                        .isThrownBy(() -> butterflies(graph, () -> asked.incrementAndGet() > after));
            }
            BigInteger expected = onOne(graph);
            for (int after = 3; after < 300; after *= 2) {
                int most = after;
                AtomicInteger asked = new AtomicInteger();
                try {
                    assertThat(butterflies(graph, () -> asked.incrementAndGet() > most))
                            .isEqualTo(expected);
                    assertThat(asked).hasValueLessThanOrEqualTo(most);
                } catch (CancellationException e) {
                    assertThat(asked).hasValueGreaterThan(most);
                }
            }
        }
    }
}
