package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.similar.intersection.Intersection;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Counts of vertices and edges one by one are those of a run on the whole graph. */
class GatheredCountsTest {
    private static final int SEEDS = 30;

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    private final SmallGraphs graphs = new SmallGraphs(memory, workers);

    @AfterEach
    void nothingStaysAllocated() {
        assertThat(memory.liveBytes()).isZero();
    }

    private Execution execution() {
        return new Execution(memory, workers, new StageTimes());
    }

    @Test
    void butterfliesAreThoseOfTheWholeGraph() {
        for (long seed = 0; seed < SEEDS; seed++) {
            try (BipartiteGraph graph = graphs.bipartite(seed);
                    ButterflyResult whole =
                            new ButterflyAlgorithm().cpu(graph, new ButterflyConfig(true, true), execution())) {
                check(graph.left(), graph.right(), whole.left(), whole.edges());
                check(graph.right(), graph.left(), whole.right(), null);
            }
        }
    }

    /** @param edges the counts by slot of {@code rows}; null when they have another order */
    private void check(Csr rows, Csr back, OffHeapLongs vertices, OffHeapLongs edges) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            GatheredButterflies gathered = new GatheredButterflies(rows, back, Cancellation.NEVER, scope);
            for (int u = 0; u < rows.vertexCount(); u++) {
                assertThat(gathered.count(u)).as("vertex %d", u).isEqualTo(vertices.get(u));
                long sum = 0;
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    sum += gathered.ofEdge(slot);
                    if (edges != null) {
                        assertThat(gathered.ofEdge(slot)).as("edge %d", slot).isEqualTo(edges.get(slot));
                    }
                }
                assertThat(sum).isEqualTo(2 * vertices.get(u));
            }
        }
        assertThat(GatheredButterflies.ranges(rows, back, 4)).hasSizeBetween(1, 4);
    }

    @Test
    void laterRangesAreLighter() {
        try (BipartiteGraph graph =
                graphs.bipartite(1000, 1000, IntStream.range(0, 1000).mapToObj(i -> new int[] {i, i}))) {
            assertThat(GatheredButterflies.ranges(graph.left(), graph.right(), 4))
                    .extracting(WorkRange::to)
                    .containsExactly(400L, 700L, 900L, 1000L);
        }
    }

    @Test
    void commonNeighborsAreThoseOfTheWholeGraph() {
        for (long seed = 0; seed < SEEDS; seed++) {
            try (UnipartiteGraph graph = graphs.unipartite(seed);
                    CommonNeighborsResult whole = new CommonNeighborsAlgorithm()
                            .cpu(graph, CommonNeighborsConfig.oriented(false), execution())) {
                checkCommonNeighbors(graph, whole.edges());
            }
        }
    }

    /** Of an edge by the ends of each vertex, and of one by its larger degree, in ranges of any order. */
    private void checkCommonNeighbors(UnipartiteGraph graph, OffHeapInts edges) {
        Csr rows = graph.adjacency();
        Map<List<Integer>, Integer> expected = new HashMap<>();
        Intersection lists = Intersection.fastest();
        for (int from = 0; from < rows.vertexCount(); from++) {
            lists.ofEdges(rows, from, Cancellation.NEVER, (u, v, common) -> {
                assertThat(u).isLessThan(v);
                assertThat(common).isEqualTo(edges.get(expected.size()));
                expected.put(List.of(u, v), common);
            });
        }
        assertThat(expected).hasSize((int) graph.edgeCount());
        List<WorkRange> ranges = new ArrayList<>(GatheredNeighbors.ranges(rows, 3));
        assertThat(ranges).hasSizeBetween(1, 3);
        Collections.reverse(ranges);
        Map<List<Integer>, Integer> found = new HashMap<>();
        for (WorkRange range : ranges) {
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                GatheredNeighbors gathered = new GatheredNeighbors(rows, Cancellation.NEVER, scope);
                for (long u = range.from(); u < range.to(); u++) {
                    gathered.count(
                            (int) u, (source, target, common) -> assertThat(found.put(List.of(source, target), common))
                                    .isNull());
                }
            }
        }
        assertThat(found).isEqualTo(expected);
    }
}
