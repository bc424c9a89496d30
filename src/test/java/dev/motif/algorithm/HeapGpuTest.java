package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that runs on a GPU hold no more heap than estimated. */
@LeavesNothing
@Tag("gpu")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeapGpuTest {
    private static final int ATTEMPTS = 3;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private LoadedGraph bipartite;
    private LoadedGraph unipartite;

    @BeforeAll
    void generate() {
        bipartite = generate("powerlaw,left=300000,right=200000,edges=1000000,skew=0.5,seed=1");
        unipartite = generate("gnm,n=200000,edges=1000000,seed=1");
    }

    private LoadedGraph generate(String spec) {
        return Generators.parse(spec).build(memory, Workers.of(4));
    }

    @AfterAll
    void nothingStaysAllocated() {
        bipartite.close();
        unipartite.close();
    }

    private Execution execution() {
        return new Execution(memory, Workers.of(4), new StageTimes());
    }

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        return AlgorithmCases.countsOnGpu();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noMoreThanEstimatedIsHeld(AlgorithmCase<?, ?, ?> run) throws Exception {
        LoadedGraph graph = run.algorithm().graphType() == BipartiteGraph.class ? bipartite : unipartite;
        MemoryEstimate estimate = run.estimate(graph.graph(), device).heap();
        // The first run loads kernels.
        run.run(graph.graph(), execution(), device);
        long held = Long.MAX_VALUE;
        // Other threads of the JVM use the heap too, so one attempt of several has to be below the limit.
        for (int attempt = 0; attempt < ATTEMPTS && held > estimate.maxBytes(); attempt++) {
            held = HeapUse.of(enough -> run.run(graph.graph(), execution(), device))
                    .liveBytes();
        }
        assertThat(held).isLessThanOrEqualTo(estimate.maxBytes());
    }

    /** The graph has as many maximal bicliques as are asked for, of 18 members each; the estimate by size allows 36. */
    @Test
    void largestBicliquesAreHeldWithTheirMembers() throws Exception {
        MaximumBicliqueConfig config =
                new MaximumBicliqueConfig(MaximalBicliqueConfig.TOTALS, GroupChoice.top(100_000), BicliqueSize.EDGES);
        AlgorithmCase<BipartiteGraph, MaximumBicliqueConfig, FoundGroups<Biclique>> run =
                new AlgorithmCase<>(new MaximumBicliqueAlgorithm(), config);
        try (LoadedGraph loaded = generate("crown,n=18")) {
            MemoryEstimate estimate = run.estimate(loaded.graph(), device).heap();
            HeapUse use = HeapUse.of(enough -> {
                try (FoundGroups<Biclique> found =
                        run.algorithm().gpu(config).run((BipartiteGraph) loaded.graph(), execution(), device)) {
                    while (!enough.requested()) {
                        Thread.sleep(10);
                    }
                    assertThat(found.hasNext()).isTrue();
                }
            });
            assertThat(use.liveBytes()).isBetween(estimate.maxBytes() / 3, estimate.maxBytes());
        }
    }
}
