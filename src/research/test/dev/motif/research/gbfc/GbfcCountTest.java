package dev.motif.research.gbfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.ButterflyOracle;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests all combinations of techniques on the CPU; a subclass tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GbfcCountTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(40);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    Stream<BackendCase> fastestBackend() {
        return backends().reduce((slower, faster) -> faster).stream();
    }

    /** Checks the total of all combinations on one graph, since on a GPU its copy stays between runs. */
    private void assertTotal(EdgeList list, long butterflies, BackendCase backend, Stream<GbfcConfig> configs) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
            configs.forEach(gbfc -> {
                try (ButterflyResult counts = backend.run(new GbfcAlgorithm(), graph, gbfc, memory)) {
                    assertThat(ButterflyValues.of(counts))
                            .as("%s of %s", gbfc, list)
                            .isEqualTo(new ButterflyValues(BigInteger.valueOf(butterflies), null, null, null));
                }
            });
        }
    }

    private void assertByDefinition(EdgeList list, BackendCase backend) {
        assertTotal(list, new ButterflyOracle(list).total().longValueExact(), backend, GbfcCases.all());
    }

    /** G-BFC as published stores edges in only one direction, which gives 6 here. */
    @ParameterizedTest
    @MethodSource("backends")
    void threeByThreeHasNine(BackendCase backend) {
        assertTotal(TestGraphs.complete(3, 3), 9, backend, GbfcCases.all());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphHasAllPairsOfPairs(BackendCase backend) {
        for (int[] size : new int[][] {{2, 2}, {2, 40}, {40, 2}, {17, 16}, {64, 65}}) {
            assertTotal(
                    TestGraphs.complete(size[0], size[1]), pairs(size[0]) * pairs(size[1]), backend, GbfcCases.all());
        }
    }

    /** The degree of these start vertices is so large that several blocks share one of them. */
    @ParameterizedTest
    @MethodSource("fastestBackend")
    void startVerticesOfLargeDegreeAreCounted(BackendCase backend) {
        assertTotal(TestGraphs.complete(1100, 60), pairs(1100) * pairs(60), backend, GbfcCases.withTable());
    }

    /** With low thresholds, more start vertices are shared by several blocks than there are tables at once. */
    @ParameterizedTest
    @MethodSource("fastestBackend")
    void endsBeyondTheSharedTableAreCountedAsByTheDefaultAlgorithm(BackendCase backend) {
        EdgeList list = RandomGraphs.bipartite(5, 30_000, 20_000, 100_000, 3);
        assertTotal(
                list,
                ButterflyValues.of(list, ButterflyConfig.TOTAL, backend, memory)
                        .total()
                        .longValueExact(),
                backend,
                Stream.of(GbfcCases.withTable(), GbfcCases.withOtherTables(), GbfcCases.withLowThresholds())
                        .flatMap(cases -> cases));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void graphWithoutCyclesOfFourHasNone(BackendCase backend) {
        List<EdgeList> graphs = List.of(
                TestGraphs.empty(),
                TestGraphs.edgeless(5, 0),
                TestGraphs.edgeless(0, 5),
                TestGraphs.star(100),
                TestGraphs.star(100).transposed(),
                TestGraphs.path(50),
                TestGraphs.cycle(40));
        graphs.forEach(list -> assertTotal(list, 0, backend, GbfcCases.all()));
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void namedGraphsAgreeWithTheDefinition(BackendCase backend) {
        TestGraphs.all().forEach(list -> assertByDefinition(list, backend));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void randomGraphsAgreeWithTheDefinition(BackendCase backend) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            assertByDefinition(RandomGraphs.bipartite(seed), backend);
        }
        assertByDefinition(RandomGraphs.bipartite(1, 400, 250, 8000, 3), backend);
    }

    private static long pairs(long n) {
        return n * (n - 1) / 2;
    }
}
