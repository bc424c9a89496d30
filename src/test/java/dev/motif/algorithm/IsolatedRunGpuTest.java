package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.group.biclique.MaximalBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.similar.nodes.SimilarPairs;
import dev.motif.algorithm.similar.nodes.SimilarityAlgorithm;
import dev.motif.algorithm.similar.nodes.SimilarityConfig;
import dev.motif.algorithm.similar.nodes.SimilarityParameters;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.cypher.config.Configuration;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.HoldingAlgorithm;
import dev.motif.gpu.LosingAlgorithm;
import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs algorithms on the GPUs of another process, which loses one on purpose. */
@LeavesNothing
@Tag("gpu")
@Timeout(600)
class IsolatedRunGpuTest {
    /** A device of this process. */
    private static GpuDevice here;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final ButterflyAlgorithm butterflies = new ButterflyAlgorithm();

    @BeforeAll
    static void switchOn() {
        here = Gpus.ofThisHost().devices().get(0);
        System.setProperty(Gpus.ISOLATION_PROPERTY, "process");
    }

    @AfterAll
    static void switchOff() {
        Gpus.process().close();
        System.clearProperty(Gpus.ISOLATION_PROPERTY);
    }

    private Execution execution(Cancellation cancellation) {
        return new Execution(memory, new Workers(2, cancellation, Progress.NONE), new StageTimes());
    }

    private BipartiteGraph bipartite() {
        return RandomGraphs.bipartite(1, 3000, 2000, 60_000, 2).toGraph(memory, Workers.of(1));
    }

    private <G extends Graph, C, R extends AutoCloseable> R onGpu(Algorithm<G, C, R> algorithm, G graph, C config) {
        return algorithm.run(
                Backend.GPU.choose(algorithm, graph, config), graph, config, execution(Cancellation.NEVER));
    }

    private void checkButterflies(BipartiteGraph graph) {
        try (ButterflyResult here = butterflies.cpu(graph, ButterflyConfig.TOTAL, execution(Cancellation.NEVER));
                ButterflyResult there = onGpu(butterflies, graph, ButterflyConfig.TOTAL)) {
            assertThat(there.total()).isEqualTo(here.total());
        }
    }

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        return AlgorithmCases.countsOnGpu();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resultIsThatOfARunHere(AlgorithmCase<?, ?, ?> run) throws Exception {
        try (Graph graph = run.algorithm().graphType() == BipartiteGraph.class
                ? RandomGraphs.bipartite(1, 300, 200, 3000, 1).toGraph(memory, Workers.of(1))
                : Generators.parse("gnm,n=300,edges=5000,seed=1")
                        .build(memory, Workers.of(1))
                        .graph()) {
            run.compareWithIsolated(Gpus.process(), graph, execution(Cancellation.NEVER), here);
        }
    }

    /** Each batch of pairs is a run of its own, to which weights go along. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void similarPairsAreThoseOfTheCpu(boolean weighed) {
        SimilarityAlgorithm algorithm = new SimilarityAlgorithm();
        try (BipartiteGraph graph = bipartite();
                OffHeapLongs values = memory.longs(graph.edgeCount())) {
            for (long edge = 0; edge < values.length(); edge++) {
                values.set(edge, edge * 7919 % 101);
            }
            SimilarityConfig config = SimilarityParameters.config(new Configuration(Map.of()))
                    .weighedBy(weighed ? TestGraphs.weights(values, false) : null);
            try (SimilarPairs there = onGpu(algorithm, graph, config);
                    SimilarPairs expected = algorithm.cpu(graph, config, execution(Cancellation.NEVER))) {
                assertThat(there).toIterable().containsExactlyElementsOf(() -> expected);
            }
        }
    }

    @Test
    void copyOfAGraphStaysInTheProcessUntilTheGraphIsClosed() {
        try (BipartiteGraph graph = bipartite()) {
            assertThat(Gpus.copiedBytes(graph)).isZero();
            checkButterflies(graph);
            assertThat(Gpus.copiedBytes(graph)).isPositive();
            assertThat(Gpus.ofThisHost().usage())
                    .anySatisfy(device -> assertThat(device.graphBytes()).isEqualTo(Gpus.copiedBytes(graph)));
        }
        while (Gpus.ofThisHost().usage().stream().anyMatch(device -> device.reservedBytes() > 0)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void nothingIsReservedHereAndTheDevicesAreThoseOfTheProcess() {
        List<GpuDevice> devices = Gpus.ofThisHost().devices();
        assertThat(devices).isNotEmpty();
        assertThat(Gpus.ofThisHost().usage())
                .extracting(GpuDevice.Usage::info)
                .isEqualTo(devices.stream().map(GpuDevice::info).toList());
        assertThat(devices)
                .allSatisfy(device -> assertThat(device.reservedBytes()).isZero());
    }

    /** Here all devices look alike; the process knows which one is in use. */
    @Test
    void callsLeaveADeviceThatAnotherOneUses() throws Exception {
        assumeTrue(Gpus.ofThisHost().devices().size() > 1, "a host with a single GPU");
        HoldingAlgorithm holding = new HoldingAlgorithm();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Integer> ordinal = new CompletableFuture<>();
        Progress progress = new Progress() {
            @Override
            public void begin(String stage, long volume) {
                if (stage.equals(HoldingAlgorithm.STAGE)) {
                    ordinal.complete((int) volume);
                }
            }

            @Override
            public void advance(long amount) {}
        };
        try (BipartiteGraph graph = bipartite()) {
            Execution held = new Execution(memory, new Workers(1, done::get, progress), new StageTimes());
            CompletableFuture<AutoCloseable> holder = CompletableFuture.supplyAsync(
                    () -> holding.run(Backend.GPU.choose(holding, graph, "now"), graph, "now", held),
                    task -> new Thread(task).start());
            CompletableFuture.anyOf(ordinal, holder).join();
            Execution execution = execution(Cancellation.NEVER);
            Backend.Choice choice = Backend.GPU.choose(butterflies, graph, ButterflyConfig.TOTAL);
            butterflies.run(choice, graph, ButterflyConfig.TOTAL, execution).close();
            assertThat(execution.times().taken()).hasSize(1).doesNotContain(ordinal.join());
            assertThat(choice.after(execution.times()).ordinals())
                    .containsExactly((long) execution.times().taken().get(0));
            done.set(true);
            assertThatThrownBy(holder::join).hasCauseInstanceOf(CancellationException.class);
        }
    }

    @Test
    void manyCallsAtOnceAreExact() {
        try (BipartiteGraph graph = bipartite()) {
            List<CompletableFuture<Void>> calls = IntStream.range(0, 16)
                    .mapToObj(call ->
                            CompletableFuture.runAsync(() -> checkButterflies(graph), task -> new Thread(task).start()))
                    .toList();
            calls.forEach(CompletableFuture::join);
        }
    }

    @Test
    void cancelledCallEndsAndLeavesNothing() {
        try (BipartiteGraph graph = bipartite()) {
            Backend.Choice choice = Backend.GPU.choose(butterflies, graph, ButterflyConfig.TOTAL);
            for (int after : new int[] {0, 1, 2}) {
                AtomicInteger asked = new AtomicInteger();
                try {
                    butterflies
                            .run(choice, graph, ButterflyConfig.TOTAL, execution(() -> asked.incrementAndGet() > after))
                            .close();
                    assertThat(asked).hasValueLessThanOrEqualTo(after);
                } catch (CancellationException e) {
                    assertThat(asked).hasValueGreaterThan(after);
                }
                assertThat(asked).hasPositiveValue();
            }
            checkButterflies(graph);
        }
    }

    /** Without a process of their own, devices stay lost: see DeviceLossCheck. */
    @Test
    void deviceThatWasLostIsThereForTheNextCall() {
        try (BipartiteGraph graph = bipartite()) {
            for (int time = 0; time < 3; time++) {
                checkButterflies(graph);
                assertThatThrownBy(() -> onGpu(new LosingAlgorithm(), graph, "now"))
                        .isInstanceOf(GpuException.class)
                        .hasMessageMatching("the worker process was ended: .* was lost \\(.*CUDA_ERROR_.*\\)\\."
                                + " The next call starts a new one\\.");
                checkButterflies(graph);
            }
        }
    }

    @Test
    void streamsRunOnTheCpu() {
        MaximalBicliqueStreamConfig config = new MaximalBicliqueStreamConfig(MaximalBicliqueConfig.TOTALS, 10);
        MaximalBicliqueStreamAlgorithm stream = new MaximalBicliqueStreamAlgorithm();
        try (BipartiteGraph graph = bipartite()) {
            assertThat(Backend.AUTO.choose(stream, graph, config).device()).isNull();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Backend.GPU.choose(stream, graph, config))
                    .withMessageContaining("nothing while it is found");
        }
    }
}
