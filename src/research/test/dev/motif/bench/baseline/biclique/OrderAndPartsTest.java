package dev.motif.bench.baseline.biclique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommonNeighborhoods;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig;
import dev.motif.research.gbc.GbcDivision;
import dev.motif.research.gbc.GbcParts;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the order of vertices and the division of roots that experiments compare GBC's with. */
@LeavesNothing
class OrderAndPartsTest {
    private static final GbcConfig.Techniques LISTS = new GbcConfig.Techniques(
            GbcConfig.Priority.TWO_HOP,
            true,
            GbcConfig.Sets.CSR,
            GbcConfig.Reorder.NONE,
            0,
            GbcConfig.Exploration.HYBRID,
            GbcConfig.Balance.JOINT,
            GbcConfig.Partitioning.RANGES,
            0);

    private static final int CLUSTERS = 4;
    private static final double LARGEST = 1.06;

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    /** Complete graphs K_{12,12}, whose vertices have random numbers. */
    private static EdgeList clusters() {
        EdgeList list = TestGraphs.complete(12, 12);
        for (int i = 1; i < CLUSTERS; i++) {
            list = list.disjointUnion(TestGraphs.complete(12, 12));
        }
        return list.relabelled(3);
    }

    @Test
    void reorderedGraphHasTheSameDegreesAndBicliques() {
        for (int seed = 0; seed < 20; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            try (BipartiteGraph graph = list.toGraph(memory, workers);
                    LoadedGraph reordered = Gorder.reordered(graph, memory, workers)) {
                BipartiteGraph other = (BipartiteGraph) reordered.graph();
                assertThat(degrees(other.left())).isEqualTo(degrees(graph.left()));
                assertThat(degrees(other.right())).isEqualTo(degrees(graph.right()));
                assertThat(Bcl.count(other, BicliqueConfig.total(2, 3), execution())
                                .bicliques())
                        .as("seed %d", seed)
                        .isEqualTo(CommonNeighborhoods.count(list, 2, 3));
            }
        }
    }

    private static long[] degrees(Csr rows) {
        return IntStream.range(0, rows.vertexCount())
                .mapToLong(rows::degree)
                .sorted()
                .toArray();
    }

    @Test
    void verticesOfAClusterFollowOneAnother() {
        try (BipartiteGraph graph = clusters().toGraph(memory, workers);
                LoadedGraph reordered = Gorder.reordered(graph, memory, workers)) {
            Csr rows = ((BipartiteGraph) reordered.graph()).left();
            for (int u = 0; u < rows.vertexCount(); u++) {
                int first = u / 12 * 12;
                assertThat(rows.neighbor(rows.start(u))).isEqualTo(first);
                assertThat(rows.neighbor(rows.end(u) - 1)).isEqualTo(first + 11);
            }
        }
    }

    @Test
    void balancedPartsAreClustersWhereTheyCanBe() {
        try (BipartiteGraph graph = clusters().toGraph(memory, workers);
                BipartiteCore core = core(graph)) {
            TwoHopGraph hops = TwoHopGraph.of(core, 2, workers);
            int[] parts = BalancedParts.of(hops, CLUSTERS);
            assertThat(BalancedParts.between(hops, parts)).isZero();
            assertThat(Arrays.stream(parts).distinct().count()).isEqualTo(CLUSTERS);
        }
    }

    @Test
    void partsAreBalancedAndMovesReadLessThanChance() {
        EdgeList list = RandomGraphs.bipartite(5, 800, 500, 9000, 2);
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                BipartiteCore core = core(graph)) {
            TwoHopGraph hops = TwoHopGraph.of(core, 2, workers);
            BigInteger all = CommonNeighborhoods.count(list, 2, 2);
            for (int count : new int[] {1, 2, 7}) {
                int[] parts = BalancedParts.of(hops, count);
                long[] sizes = new long[count];
                for (int u = 0; u < hops.count(); u++) {
                    sizes[parts[u]] += hops.mates(u).length + hops.later(u).length;
                }
                double mean = Arrays.stream(sizes).sum() / (double) count;
                long largest = IntStream.range(0, hops.count())
                        .mapToLong(u -> hops.mates(u).length + hops.later(u).length)
                        .max()
                        .orElseThrow();
                assertThat((double) Arrays.stream(sizes).max().orElseThrow())
                        .isLessThanOrEqualTo(LARGEST * mean + largest);
                int[] byTurn =
                        IntStream.range(0, hops.count()).map(u -> u % count).toArray();
                assertThat(BalancedParts.between(hops, parts)).isLessThanOrEqualTo(BalancedParts.between(hops, byTurn));
                SearchSizes sizesOfAll = SearchSizes.of(BicliqueConfig.total(2, 2), Side.LEFT);
                assertThat(Bcl.count(hops.within(parts), sizesOfAll, Deadline.NEVER, execution())
                                .bicliques())
                        .isLessThanOrEqualTo(all);
            }
        }
    }

    @Test
    void partsOfGbcHoldAllSets() {
        EdgeList list = RandomGraphs.bipartite(5, 800, 500, 9000, 2);
        GbcConfig config = GbcConfig.total(2, 2).with(Side.LEFT);
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                BipartiteCore core = core(graph)) {
            GbcParts whole = GbcParts.of(core, config, memory, workers);
            assertThat(whole.count()).isEqualTo(1);
            assertThat(whole.words()).isEqualTo(whole.wholeWords()).isPositive();
        }
    }

    @Test
    void gbcCountsTheSameInPartsOfAnyDivision() {
        for (long seed = 0; seed < 10; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 60, 40, 500, 2);
            GbcConfig config = GbcConfig.total(3, 2).with(Side.LEFT).with(LISTS);
            try (BipartiteGraph graph = list.toGraph(memory, workers)) {
                for (int parts : new int[] {1, 3, 8}) {
                    try (GbcDivision division =
                            GbcDivision.of(graph, config, root -> root % parts, parts, execution())) {
                        assertThat(division.count(Backend.CPU, execution()))
                                .as("seed %d, %d parts: %s", seed, parts, list)
                                .isEqualTo(CommonNeighborhoods.count(list, 3, 2));
                        assertThat(division.betweenWords() > 0).isEqualTo(parts > 1);
                    }
                }
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        }
    }

    private BipartiteCore core(BipartiteGraph graph) {
        return Cores.of(graph, BicliqueConfig.total(2, 2), Side.LEFT, memory, workers);
    }

    private Execution execution() {
        return new Execution(memory, workers, new StageTimes());
    }
}
