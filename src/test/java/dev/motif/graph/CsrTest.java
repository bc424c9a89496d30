package dev.motif.graph;

import static dev.motif.graph.SparseArrays.FIRST_LONG_INDEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@LeavesNothing
class CsrTest {
    private static final int HUB = 2;
    private static final long HUB_START = FIRST_LONG_INDEX - 50;
    private static final long HUB_DEGREE = 120;

    private final NativeMemory memory = new NativeMemory(1L << 40);
    private final Workers workers = Workers.of(2);

    @Test
    void slotsAndVerticesFindEachOther() {
        for (long seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            try (Csr csr = list.toCsr(memory, workers)) {
                List<List<Integer>> rows = CsrRows.of(list);
                for (int u = 0; u < list.left(); u++) {
                    assertThat(csr.degree(u)).isEqualTo(rows.get(u).size());
                    for (int v = 0; v < list.right(); v++) {
                        int index = rows.get(u).indexOf(v);
                        long slot = csr.slotOf(u, v);
                        assertThat(slot)
                                .as("slot of %d-%d, seed %d: %s", u, v, seed, list)
                                .isEqualTo(index < 0 ? -1 : csr.start(u) + index);
                        if (index >= 0) {
                            assertThat(csr.vertexOf(slot))
                                    .as("vertex of slot %d, seed %d: %s", slot, seed, list)
                                    .isEqualTo(u);
                            assertThat(csr.neighbor(slot)).isEqualTo(v);
                        }
                    }
                }
            }
        }
    }

    @Test
    void verticesWithoutNeighborsOwnNoSlot() {
        EdgeList list =
                TestGraphs.edgeless(3, 0).disjointUnion(TestGraphs.star(2)).disjointUnion(TestGraphs.edgeless(2, 0));
        try (Csr csr = list.toCsr(memory, workers)) {
            assertThat(csr.vertexCount()).isEqualTo(6);
            assertThat(csr.start(6)).isEqualTo(csr.slotCount()).isEqualTo(2);
            assertThat(csr.vertexOf(0)).isEqualTo(3);
            assertThat(csr.vertexOf(1)).isEqualTo(3);
            assertThat(csr.slotOf(2, 0)).isEqualTo(-1);
            assertThat(csr.slotOf(5, 0)).isEqualTo(-1);
        }
    }

    @Test
    void manySlotsAreFoundAsSingleOnesAre() {
        Random random = new Random(1);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            // Rows of 0 to 99 even numbers.
            int[] degrees = random.ints(200, 0, 100).toArray();
            OffHeapLongs offsets = scope.longs(degrees.length + 1);
            OffHeapInts neighbors = scope.ints(IntStream.of(degrees).sum());
            long slot = 0;
            for (int v = 0; v < degrees.length; v++) {
                offsets.set(v, slot);
                for (int i = 0; i < degrees[v]; i++) {
                    neighbors.set(slot++, 2 * i);
                }
            }
            offsets.set(degrees.length, slot);
            Csr csr = new Csr(offsets, neighbors);
            long[] pairs = random.longs(1000, 0, degrees.length)
                    .map(v -> v << 32 | random.nextInt(210))
                    .toArray();
            pairs[7] = (long) degrees.length << 32 | 3;
            long[] slots = new long[pairs.length];
            csr.firstSlotsFrom(pairs, 5, pairs.length, slots);
            for (int i = 0; i < pairs.length; i++) {
                long expected = i < 5
                        ? 0
                        : i == 7 ? csr.slotCount() : csr.firstSlotFrom((int) (pairs[i] >>> 32), (int) pairs[i]);
                assertThat(slots[i]).isEqualTo(expected);
            }
        }
    }

    /** A graph of four vertices: 0 has most slots, 1 has none, 2 those around slot 2^31, 3 the last ones. */
    private Csr withSlotsBeyondAnInt() {
        OffHeapInts neighbors = SparseArrays.ints(memory);
        OffHeapLongs offsets = memory.zeroedLongs(5);
        long[] starts = {0, HUB_START, HUB_START, HUB_START + HUB_DEGREE, neighbors.length()};
        for (int v = 0; v < starts.length; v++) {
            offsets.set(v, starts[v]);
        }
        for (long slot = HUB_START; slot < neighbors.length(); slot++) {
            neighbors.set(slot, (int) (3 * (slot - HUB_START)));
        }
        return new Csr(offsets, neighbors);
    }

    @Test
    void slotsBeyondAnIntBelongToTheirVertices() {
        try (Csr csr = withSlotsBeyondAnInt()) {
            assertThat(csr.slotCount()).isEqualTo(SparseArrays.LENGTH);
            assertThat(csr.start(HUB)).isEqualTo(HUB_START);
            assertThat(csr.end(HUB)).isEqualTo(HUB_START + HUB_DEGREE);
            assertThat(LongStream.range(0, 4).map(v -> csr.degree((int) v)))
                    .containsExactly(HUB_START, 0L, HUB_DEGREE, 30L);
            assertThat(csr.vertexOf(HUB_START - 1)).isZero();
            assertThat(csr.vertexOf(HUB_START)).isEqualTo(HUB);
            assertThat(csr.vertexOf(FIRST_LONG_INDEX)).isEqualTo(HUB);
            assertThat(csr.vertexOf(HUB_START + HUB_DEGREE)).isEqualTo(3);
            assertThat(csr.vertexOf(csr.slotCount() - 1)).isEqualTo(3);
        }
    }

    @Test
    void neighborsBeyondAnIntAreFound() {
        try (Csr csr = withSlotsBeyondAnInt()) {
            for (long i = 0; i < HUB_DEGREE; i++) {
                assertThat(csr.neighbor(HUB_START + i)).isEqualTo((int) (3 * i));
                assertThat(csr.slotOf(HUB, (int) (3 * i))).isEqualTo(HUB_START + i);
                assertThat(csr.slotOf(HUB, (int) (3 * i + 1))).isEqualTo(-1);
            }
            assertThat(csr.slotOf(0, 1)).isEqualTo(-1);
            assertThat(csr.slotOf(3, (int) (3 * HUB_DEGREE))).isEqualTo(HUB_START + HUB_DEGREE);
        }
    }

    @Test
    void directionsOfDifferentSizeAreNoBipartiteGraph() {
        try (Csr three = TestGraphs.star(3).toCsr(memory, workers);
                Csr four = TestGraphs.star(4).toCsr(memory, workers)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new BipartiteGraph(three, four))
                    .withMessage("the two directions must hold the same edges, got 3 and 4");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new UnipartiteGraph(three))
                    .withMessage("the adjacency must be symmetric, got an odd number of slots: 3");
        }
    }
}
