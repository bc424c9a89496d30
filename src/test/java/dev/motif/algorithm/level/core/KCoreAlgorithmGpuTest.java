package dev.motif.algorithm.level.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.Backend;
import dev.motif.bench.generate.Generators;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.graph.TestPeelings;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets.DataSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link KCoreAlgorithmTest} on a GPU. */
@Tag("gpu")
class KCoreAlgorithmGpuTest extends KCoreAlgorithmTest {
    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<TestPeelings> ways() {
        return TestPeelings.all();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyWayToPeelGivesTheCoresAndADegeneracyOrder(TestPeelings way) {
        way.run(() -> coresAreWhatTheDefinitionSays(new BackendCase(Backend.GPU, 2)));
    }

    /** Devices that share work on a graph each find the order for themselves. */
    @Test
    void orderIsTheSameInEveryWayWithTheSameRanges() {
        NativeMemory memory = new NativeMemory(1L << 30);
        BackendCase backend = new BackendCase(Backend.GPU, 2);
        for (String recipe : List.of("kronecker,scale=12,edgefactor=16,seed=1", "gnm,n=3000,edges=20000,seed=1")) {
            Set<List<Integer>> orders = ways().filter(way -> way.shift() == KernelAbi.PEEL_SHIFT)
                    .map(way -> way.with(() -> order(recipe, backend, memory)))
                    .collect(Collectors.toSet());
            assertThat(orders).hasSize(1);
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private static List<Integer> order(String recipe, BackendCase backend, NativeMemory memory) {
        try (UnipartiteGraph graph = (UnipartiteGraph) Generators.parse(recipe)
                        .build(memory, backend.workers())
                        .graph();
                KCoreResult found = backend.run(new KCoreAlgorithm(), graph, new KCoreConfig(true), memory)) {
            return LongStream.range(0, graph.vertexCount())
                    .mapToObj(found.order()::get)
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void narrowAndWideRangesGiveTheKnownDegeneracy(DataSet set) {
        for (int shift = 0; shift <= KernelAbi.PEEL_SHIFT; shift++) {
            new TestPeelings(2, shift, Long.MAX_VALUE, Long.MAX_VALUE).run(() -> realGraphsHaveTheKnownDegeneracy(set));
        }
    }
}
