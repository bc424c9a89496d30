package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link CsrBuilder#transpose} and {@link CsrBuilder#symmetric}. */
@LeavesNothing
class TransposeTest {
    private final NativeMemory memory = new NativeMemory(1L << 32);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void everyGraphIsTurnedRound(int concurrency) {
        Stream<EdgeList> graphs = Stream.iterate(0L, seed -> seed < Seeds.atMost(100), seed -> seed + 1)
                .map(RandomGraphs::bipartite);
        Stream.concat(TestGraphs.all().stream(), graphs).forEach(list -> {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(concurrency))) {
                assertThat(CsrRows.of(graph.left())).as("left of %s", list).isEqualTo(CsrRows.of(list));
                assertThat(CsrRows.of(graph.right())).as("right of %s", list).isEqualTo(CsrRows.of(list.transposed()));
                assertThat(graph.edgeCount()).isEqualTo(list.edges().size());
                assertThat(graph.vertexCount()).isEqualTo(list.left() + list.right());
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 300000, 1000", "2, 1000, 600000, 1000", "5, 5000, 2000, 4", "2, 1500000, 1, 1"})
    void largeGraphsOfManyBucketsAreTurnedRound(int concurrency, int left, int right, double skew) {
        Workers workers = Workers.of(concurrency);
        EdgeList list = RandomGraphs.bipartite(left, left, right, 150_000, skew);
        try (Csr rows = list.toCsr(memory, workers);
                Csr columns = new CsrBuilder(memory, workers).transpose(rows, right)) {
            checkEdges(columns, list.transposed().sorted().edges());
            try (Csr back = new CsrBuilder(memory, workers).transpose(columns, left)) {
                checkEdges(back, list.sorted().edges());
            }
        }
    }

    private static void checkEdges(Csr csr, List<Edge> sorted) {
        assertThat(csr.slotCount()).isEqualTo(sorted.size());
        long slot = 0;
        for (int v = 0; v < csr.vertexCount(); v++) {
            assertThat(csr.start(v)).isEqualTo(slot);
            for (; slot < csr.end(v); slot++) {
                assertThat(new Edge(v, csr.neighbor(slot))).isEqualTo(sorted.get((int) slot));
            }
        }
        assertThat(slot).isEqualTo(sorted.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void symmetricGraphHasBothDirectionsOfEveryEdge(int concurrency) {
        for (long seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            Stream<Edge> bothWays = Stream.concat(list.edges().stream(), list.transposed().edges().stream());
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(concurrency))) {
                assertThat(CsrRows.of(graph.adjacency()))
                        .as("seed %d: %s", seed, list)
                        .isEqualTo(CsrRows.of(list.left(), bothWays.toList()));
                assertThat(graph.edgeCount()).isEqualTo(list.edges().size());
                assertThat(graph.vertexCount()).isEqualTo(list.left());
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        }
    }

    @Test
    void graphWithoutVerticesIsTurnedRound() {
        try (UnipartiteGraph graph = TestGraphs.empty().toUnipartiteGraph(memory, Workers.of(2))) {
            assertThat(graph.vertexCount()).isZero();
            assertThat(graph.edgeCount()).isZero();
        }
    }
}
