package dev.motif.research.gbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcConfig.Reorder;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbc.GbcConfig.Techniques;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that the techniques make the sets of GBC smaller: fewer words, fewer and smaller parts. */
@LeavesNothing
class GbcSpaceTest {
    private static final EdgeList GRAPH = RandomGraphs.bipartite(5, 1500, 900, 20_000, 2);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    private <T> T with(Techniques gbc, Side side, Function<GbcSpace, T> question) {
        GbcConfig config = GbcCases.config(3, 3, side, gbc);
        long budget = gbc.partitionBytes() == 0 ? Long.MAX_VALUE : gbc.partitionBytes();
        try (BipartiteGraph graph = GRAPH.toGraph(memory, workers);
                BipartiteCore core = Cores.of(graph, config.bicliques(), side, memory, workers);
                GbcSpace space = GbcSpace.of(core, config, frames -> budget, memory, workers)) {
            return question.apply(space);
        }
    }

    private static Techniques reordered(Sets sets, Reorder reorder) {
        Techniques usual = Techniques.DEFAULT;
        return new Techniques(
                usual.priority(),
                true,
                sets,
                reorder,
                300,
                usual.exploration(),
                usual.balance(),
                usual.partitioning(),
                0);
    }

    @Test
    void bitmapsNeedFewerWordsThanListsAndBorderFewerStill() {
        for (Side side : new Side[] {Side.LEFT, Side.RIGHT}) {
            long list = with(reordered(Sets.CSR, Reorder.NONE), side, GbcSpaceTest::words);
            long byId = with(reordered(Sets.HTB, Reorder.NONE), side, GbcSpaceTest::words);
            long byDegree = with(reordered(Sets.HTB, Reorder.DEGREE), side, GbcSpaceTest::words);
            long border = with(reordered(Sets.HTB, Reorder.BORDER), side, GbcSpaceTest::words);
            assertThat(byId).isLessThan(list);
            assertThat(byDegree).isLessThan(byId);
            assertThat(border).isLessThan(byDegree);
        }
    }

    @Test
    void borderDoesNotDependOnTheNumberOfWorkers() {
        EdgeList dense = RandomGraphs.bipartite(6, 450, 400, 300_000, 1);
        for (EdgeList list : List.of(GRAPH, dense)) {
            long[] sums = IntStream.of(1, 2, 5)
                    .mapToLong(threads -> sum(list, Workers.of(threads)))
                    .toArray();
            assertThat(sums).containsOnly(sums[0]);
        }
    }

    /** A sum over the words of all sets that tells numberings apart. */
    private long sum(EdgeList list, Workers some) {
        GbcConfig config = GbcCases.config(3, 3, Side.LEFT, reordered(Sets.HTB, Reorder.BORDER));
        try (BipartiteGraph graph = list.toGraph(memory, some);
                BipartiteCore core = Cores.of(graph, config.bicliques(), Side.LEFT, memory, some);
                GbcSpace space = GbcSpace.of(core, config, frames -> Long.MAX_VALUE, memory, some)) {
            long sum = 0;
            for (SetRows sets : List.of(space.neighbors(), space.twoHops())) {
                for (long at = 0; at < sets.wordCount(); at++) {
                    sum = sum * 31 + sets.index().get(at) * 7L + sets.bitsAt(at);
                }
            }
            return sum;
        }
    }

    private static long words(GbcSpace space) {
        return space.neighbors().wordCount() + space.twoHops().wordCount();
    }

    @Test
    void numberingsChangeNoSet() {
        for (Reorder reorder : Reorder.values()) {
            long elements = with(reordered(Sets.HTB, reorder), Side.LEFT, space -> {
                long sum = 0;
                for (int row = 0; row < space.twoHops().rowCount(); row++) {
                    sum += space.twoHops().elements(row) * 1_000_003
                            + space.neighbors().elements(row);
                }
                return sum;
            });
            assertThat(elements)
                    .isEqualTo(with(
                            reordered(Sets.CSR, Reorder.NONE),
                            Side.LEFT,
                            space -> space.twoHops().wordCount() * 1_000_003
                                    + space.neighbors().wordCount()));
        }
    }

    @Test
    void everyRootIsInOnePartAndPartsKeepTheBudget() {
        for (Partitioning partitioning : Partitioning.values()) {
            long budget = 150_000;
            Techniques gbc = GbcCases.inParts(partitioning, Sets.HTB, budget);
            Set<Integer> roots = with(gbc, Side.LEFT, space -> {
                Set<Integer> seen = new HashSet<>();
                assertThat(space.partCount()).isGreaterThan(1);
                for (int i = 0; i < space.partCount(); i++) {
                    try (GbcSpace.Part part = space.part(i, memory);
                            GbcTasks tasks = GbcTasks.of(part, 3, gbc, memory)) {
                        assertThat(part.rootCount()).isPositive();
                        long taskBytes = tasks.roots().bytes() + tasks.seconds().bytes();
                        assertThat(part.neighbors().bytes() + part.twoHops().bytes() + taskBytes)
                                .isLessThanOrEqualTo(budget);
                        for (int k = 0; k < part.rootCount(); k++) {
                            assertThat(seen.add(part.root(k))).isTrue();
                        }
                    }
                }
                return seen;
            });
            Techniques whole = GbcCases.inParts(partitioning, Sets.HTB, 0);
            int all = with(whole, Side.LEFT, space -> space.part(0, memory).rootCount());
            assertThat(roots).hasSize(all);
        }
    }

    @Test
    void partsThatShareSetsAreFewerThanRanges() {
        for (long budget : new long[] {150_000, 250_000}) {
            int sharing = with(GbcCases.inParts(Partitioning.BCPAR, Sets.HTB, budget), Side.LEFT, GbcSpace::partCount);
            int ranges = with(GbcCases.inParts(Partitioning.RANGES, Sets.HTB, budget), Side.LEFT, GbcSpace::partCount);
            assertThat(sharing).as("with %d bytes", budget).isLessThanOrEqualTo(ranges);
        }
    }
}
