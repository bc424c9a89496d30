package dev.motif.algorithm.similar.neighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Counting;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares counts of real graphs with those that other programs agreed on. Runs on the CPU; a subclass that is tagged
 * {@code gpu} overrides {@link #backend}, one for another algorithm {@link #countings}.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class CommonNeighborsDataSetTest {
    private final NativeMemory memory = new NativeMemory(1L << 33);

    protected BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    protected Stream<Counting<?>> countings() {
        return Stream.of(CommonNeighborsCases.counting(true));
    }

    static Stream<DataSet> dataSets() {
        return DataSets.unipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreThoseKnownWhateverTheAlgorithm(DataSet set) {
        EdgeList list = set.read();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend().workers())) {
            countings().forEach(counting -> check(set.counts(), graph, counting));
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreTheSameWithOtherIds(DataSet set) {
        EdgeList list = set.read();
        List<Integer> newIds = EdgeList.permutation(list.left(), 7);
        try (UnipartiteGraph graph = CommonNeighborsCases.relabelled(list, newIds)
                .toUnipartiteGraph(memory, backend().workers())) {
            countings().forEach(counting -> check(set.counts(), graph, counting));
        }
    }

    private void check(JsonNode known, UnipartiteGraph graph, Counting<?> counting) {
        assumeTrue(known.has("triangles"), "known counts");
        JsonNode ofEdges = known.get("edge_common_neighbors");
        long triangles = known.get("triangles").longValue();
        try (CommonNeighborsResult counts = counting.run(graph, backend(), memory)) {
            long sum = 0;
            long squares = 0;
            for (long edge = 0; edge < counts.edges().length(); edge++) {
                long count = counts.edges().get(edge);
                sum += count;
                squares += count * count;
            }
            assertThat(sum).as("%s", counting).isEqualTo(ofEdges.get("sum").longValue());
            assertThat(sum).as("%s", counting).isEqualTo(3 * triangles);
            assertThat(squares)
                    .as("%s", counting)
                    .isEqualTo(ofEdges.get("sumsq").longValue());
            assertThat(CommonNeighborsCases.trianglesOfVertices(graph, counts, memory).stream()
                            .mapToLong(t -> t)
                            .sum())
                    .isEqualTo(3 * triangles);
            assertThat(counts.triangles()).isEqualTo(triangles);
            assertThat(counts.largest()).isEqualTo(ofEdges.get("max").intValue());
            if (counts.vertices() == null) {
                return;
            }
            CommonNeighborsSummary summary = CommonNeighborsSummary.of(graph, counts);
            assertThat(summary.triangles()).isEqualTo(triangles);
            assertThat(summary.maxCommonNeighbors())
                    .isEqualTo(ofEdges.get("max").longValue());
            assertThat(summary.globalClusteringCoefficient()).isStrictlyBetween(0.0, 1.0);
            assertThat(summary.histogram().stream()
                            .mapToLong(range -> (long) range.get("relationshipCount"))
                            .sum())
                    .isEqualTo(graph.edgeCount());
        }
    }
}
