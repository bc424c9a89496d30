package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class EdgeChunksTest {
    private final NativeMemory memory = new NativeMemory(1 << 26);

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyEdgeIsVisitedOnceWithItsNumber(int concurrency) {
        for (long seed = 0; seed < 30; seed++) {
            check(RandomGraphs.unipartite(seed), concurrency);
        }
        check(TestGraphs.empty(), concurrency);
        check(TestGraphs.edgeless(4, 4), concurrency);
    }

    /** A vertex in the middle of the ids is a hub, whose row takes many tasks. */
    @Test
    void vertexOfLargeDegreeIsSharedByTasks() {
        int vertices = 20_001;
        int hub = vertices / 2;
        List<Edge> edges = IntStream.range(0, vertices)
                .filter(v -> v != hub)
                .mapToObj(v -> new Edge(Math.min(v, hub), Math.max(v, hub)))
                .toList();
        check(new EdgeList(vertices, vertices, edges), 2);
    }

    private void check(EdgeList list, int concurrency) {
        for (int taskSize : new int[] {1, 7, 1 << 10}) {
            check(list, concurrency, taskSize);
        }
    }

    private void check(EdgeList list, int concurrency, int taskSize) {
        Workers workers = Workers.of(concurrency);
        Map<Long, Edge> visited = new ConcurrentHashMap<>();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, workers)) {
            EdgeChunks.Visitor visitor = (u, slot, edge) -> assertThat(
                            visited.put(edge, new Edge(u, graph.adjacency().neighbor(slot))))
                    .isNull();
            new EdgeChunks(graph.adjacency(), taskSize, workers)
                    .forEach(Collections.nCopies(concurrency, visitor).toArray(EdgeChunks.Visitor[]::new));
        }
        List<Edge> byNumber =
                LongStream.range(0, visited.size()).mapToObj(visited::get).toList();
        assertThat(byNumber).as("%s", list).isEqualTo(list.sorted().edges());
        assertThat(memory.liveBytes()).isZero();
    }
}
