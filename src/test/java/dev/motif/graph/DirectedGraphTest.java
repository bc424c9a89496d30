package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.Directions;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class DirectedGraphTest {
    private final NativeMemory memory = new NativeMemory(1L << 32);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachDirectionOfAnEdgeIsAnArc(boolean parallel) {
        for (long seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeList list = RandomGraphs.unipartite(seed).sorted();
            List<Long> directions = Directions.random(list.edges().size(), seed);
            List<Edge> arcs = Directions.arcs(list, directions);
            EdgeList expected = new EdgeList(list.left(), list.left(), arcs);
            Workers workers = Workers.of(1 + (int) (seed % 3));
            try (OffHeapScope scope = new OffHeapScope(memory);
                    UnipartiteGraph graph = list.toUnipartiteGraph(memory, workers)) {
                EdgeDirections given = Directions.of(directions, parallel, scope);
                try (DirectedGraph directed = DirectedGraph.of(graph, given, memory, workers)) {
                    assertThat(CsrRows.of(directed.successors()))
                            .as("seed %d", seed)
                            .isEqualTo(CsrRows.of(expected));
                    assertThat(CsrRows.of(directed.predecessors()))
                            .as("seed %d", seed)
                            .isEqualTo(CsrRows.of(expected.transposed()));
                    assertThat(directed.arcCount()).isEqualTo(arcs.size());
                    arcs.forEach(arc -> assertThat(directed.successors().slotOf(arc.left(), arc.right()))
                            .isNotNegative());
                }
            }
        }
    }
}
