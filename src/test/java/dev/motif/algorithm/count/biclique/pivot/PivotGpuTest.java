package dev.motif.algorithm.count.biclique.pivot;

import static dev.motif.oracle.BicliqueOracle.choices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.VisibleStop;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what only the search on a GPU has: real graphs of some size, large numbers, and searches that are stopped. */
@LeavesNothing
@Tag("gpu")
class PivotGpuTest {
    private static final Pattern SIZE = Pattern.compile("K\\((\\d+),(\\d+)\\)");

    private static final long MOST_BY_EDGE = 10_000_000_000L;

    private final NativeMemory memory = new NativeMemory(1L << 33);
    private final BackendCase backend = BackendCase.gpu().findFirst().orElseThrow();

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    private BigInteger total(BipartiteGraph graph, BicliqueConfig config) {
        try (BicliqueResult counts = backend.run(new BicliqueAlgorithm(), graph, config, memory)) {
            return counts.total();
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreThoseKnownFromBothSides(DataSet set) {
        try (BipartiteGraph graph = set.read().toGraph(memory, backend.workers())) {
            for (Iterator<String> names = set.counts().fieldNames(); names.hasNext(); ) {
                String name = names.next();
                Matcher size = SIZE.matcher(name);
                if (size.matches()) {
                    BicliqueConfig config =
                            BicliqueConfig.total(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)));
                    for (Side side : Side.values()) {
                        assertThat(total(graph, config.with(side)))
                                .as("%s of %s from %s", name, set, side)
                                .isEqualTo(set.counts().get(name).bigIntegerValue());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void tableHoldsTheKnownCounts(DataSet set) {
        JsonNode known = set.counts();
        try (BipartiteGraph graph = set.read().toGraph(memory, backend.workers());
                BicliqueResult table =
                        backend.run(new BicliqueAlgorithm(), graph, BicliqueConfig.of(6, 6, Result.TABLE), memory)) {
            for (int p = 1; p <= 6; p++) {
                for (int q = 1; q <= 6; q++) {
                    String name = "K(" + p + "," + q + ")";
                    if (known.has(name)) {
                        assertThat(table.count(p, q))
                                .as("%s of %s", name, set)
                                .isEqualTo(known.get(name).bigIntegerValue());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsByVertexAndEdgeAddUpToTheTotal(DataSet set) {
        JsonNode known = set.counts().get("K(3,3)");
        assumeTrue(known != null && known.longValue() < MOST_BY_EDGE, "too many, or not known how many");
        BigInteger total = known.bigIntegerValue();
        try (BipartiteGraph graph = set.read().toGraph(memory, backend.workers());
                BicliqueResult vertices =
                        backend.run(new BicliqueAlgorithm(), graph, BicliqueConfig.of(3, 3, Result.VERTEX), memory);
                BicliqueResult edges =
                        backend.run(new BicliqueAlgorithm(), graph, BicliqueConfig.of(3, 3, Result.EDGE), memory)) {
            assertThat(vertices.total()).isEqualTo(total);
            assertThat(edges.total()).isEqualTo(total);
            assertThat(HeapSums.total(vertices.left())).isEqualTo(total.multiply(BigInteger.valueOf(3)));
            assertThat(HeapSums.total(vertices.right())).isEqualTo(total.multiply(BigInteger.valueOf(3)));
            assertThat(HeapSums.total(edges.edges())).isEqualTo(total.multiply(BigInteger.valueOf(9)));
        }
    }

    @Test
    void totalsBeyond128BitsAreExact() {
        try (BipartiteGraph graph = TestGraphs.complete(300, 1000).toGraph(memory, backend.workers())) {
            assertThat(total(graph, BicliqueConfig.total(120, 256)))
                    .isEqualTo(choices(300, 120).multiply(choices(1000, 256)));
        }
        try (BipartiteGraph graph = TestGraphs.crown(300).toGraph(memory, backend.workers())) {
            assertThat(total(graph, BicliqueConfig.total(2, 100)))
                    .isEqualTo(choices(300, 2).multiply(choices(298, 100)));
        }
    }

    @Test
    void countsByVertexAndEdgeBeyond127BitsAreRefused() {
        try (BipartiteGraph graph = TestGraphs.complete(300, 1000).toGraph(memory, backend.workers())) {
            for (Result result : new Result[] {Result.VERTEX, Result.EDGE}) {
                assertThatThrownBy(() -> backend.run(
                                new BicliqueAlgorithm(), graph, BicliqueConfig.of(120, 256, result), memory))
                        .isInstanceOf(ArithmeticException.class)
                        .hasMessageContaining("2^127")
                        .hasMessageContaining("(120,256)");
            }
        }
    }

    @Test
    void timeoutSaysHowFarTheSearchCame() {
        try (BipartiteGraph graph = TestGraphs.crown(40).toGraph(memory, backend.workers())) {
            assertThatThrownBy(() -> total(graph, BicliqueConfig.total(20, 20).withTimeoutMillis(300)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("`timeoutMillis: 300`");
        }
    }

    /** There are more than 10^33 bicliques of this size, so that the search would never end. */
    @Test
    @Timeout(600)
    void cancelledSearchEnds() {
        try (BipartiteGraph graph = TestGraphs.crown(60).toGraph(memory, backend.workers())) {
            VisibleStop stop = VisibleStop.in(PivotCpu.STAGE);
            Workers workers = new Workers(2, stop, stop);
            Execution execution = new Execution(memory, workers, new StageTimes());
            assertThatThrownBy(() -> new BicliqueAlgorithm()
                            .gpu(BicliqueConfig.total(30, 30))
                            .run(graph, execution, Gpus.ofThisHost().devices().get(0)))
                    .isInstanceOf(CancellationException.class);
            assertThat(stop.wasRequested()).isTrue();
        }
    }
}
