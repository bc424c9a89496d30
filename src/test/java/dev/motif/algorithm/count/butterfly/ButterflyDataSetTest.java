package dev.motif.algorithm.count.butterfly;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares counts of real graphs with those that other programs agreed on. Runs on the CPU; a subclass that is tagged
 * {@code gpu} overrides {@link #backend}.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ButterflyDataSetTest {
    private final NativeMemory memory = new NativeMemory(1L << 33);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreThoseKnown(DataSet set) {
        EdgeList list = set.read();
        try (BipartiteGraph graph = list.toGraph(memory, backend().workers());
                ButterflyResult counts = count(graph, ButterflyValues.EVERYTHING);
                ButterflyResult totalAlone = count(graph, ButterflyConfig.TOTAL)) {
            checkCounts(set.counts(), counts);
            checkVertices(set.counts(), counts.left(), counts.right());
            assertThat(totalAlone.total()).isEqualTo(counts.total());
            checkSummary(set.counts(), counts);
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreTheSameFromTheOtherSide(DataSet set) {
        EdgeList list = set.read().transposed();
        try (BipartiteGraph graph = list.toGraph(memory, backend().workers());
                ButterflyResult counts = count(graph, ButterflyValues.EVERYTHING)) {
            checkCounts(set.counts(), counts);
            checkVertices(set.counts(), counts.right(), counts.left());
        }
    }

    private ButterflyResult count(BipartiteGraph graph, ButterflyConfig config) {
        return backend().run(new ButterflyAlgorithm(), graph, config, memory);
    }

    private static void checkCounts(JsonNode known, ButterflyResult counts) {
        assertThat(counts.total()).isEqualTo(known.get("butterflies").longValue());
        JsonNode support = known.get("edge_butterfly_support");
        assertThat(sum(counts.edges())).isEqualTo(support.get("sum").longValue());
        assertThat(max(counts.edges())).isEqualTo(support.get("max").longValue());
        assertThat(sumOfSquares(counts.edges())).isEqualTo(support.get("sumsq").longValue());
    }

    private static void checkVertices(JsonNode known, OffHeapLongs ofU, OffHeapLongs ofV) {
        long twice = 2 * known.get("butterflies").longValue();
        assertThat(sum(ofU)).isEqualTo(twice);
        assertThat(sum(ofV)).isEqualTo(twice);
        if (known.has("per_U_sumsq")) {
            assertThat(sumOfSquares(ofU)).isEqualTo(known.get("per_U_sumsq").longValue());
            assertThat(sumOfSquares(ofV)).isEqualTo(known.get("per_V_sumsq").longValue());
        }
    }

    private static void checkSummary(JsonNode known, ButterflyResult counts) {
        ButterflySummary summary = ButterflySummary.of(counts);
        assertThat(summary.count()).isEqualTo(known.get("butterflies").longValue());
        assertThat(summary.countText()).isEqualTo(known.get("butterflies").asText());
        assertThat(summary.leftMaxCount()).isEqualTo(max(counts.left()));
        assertThat(summary.rightMaxCount()).isEqualTo(max(counts.right()));
        assertThat(summary.clusteringCoefficient()).isStrictlyBetween(0.0, 1.0);
    }

    private static LongStream values(OffHeapLongs counts) {
        return LongStream.range(0, counts.length()).map(counts::get);
    }

    private static long max(OffHeapLongs counts) {
        return values(counts).max().orElseThrow();
    }

    private static long sum(OffHeapLongs counts) {
        return values(counts).reduce(0, Math::addExact);
    }

    private static long sumOfSquares(OffHeapLongs counts) {
        return values(counts).map(count -> Math.multiplyExact(count, count)).reduce(0, Math::addExact);
    }
}
