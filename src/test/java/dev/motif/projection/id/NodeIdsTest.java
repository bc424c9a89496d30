package dev.motif.projection.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.leaks.LeavesNothing;
import dev.motif.projection.TestGraphs;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class NodeIdsTest {
    private static final long PAGE = 4096;

    private final NativeMemory memory = new NativeMemory(64L << 20);

    /** Checks the maps in both directions, also for ids near those of nodes. */
    private void assertMaps(long... ids) {
        TreeSet<Long> model = new TreeSet<>();
        LongStream.of(ids).forEach(model::add);
        try (NodeIds nodes = TestGraphs.nodeIds(memory, ids)) {
            assertThat(nodes.count()).isEqualTo(model.size());
            int vertex = 0;
            for (long id : model) {
                assertThat(nodes.nodeId(vertex)).as("node of vertex %d", vertex).isEqualTo(id);
                assertThat(nodes.vertex(id)).as("vertex of node %d", id).isEqualTo(vertex);
                for (long near : new long[] {id - PAGE, id - 64, id - 1, id + 1, id + 64, id + PAGE}) {
                    if (near >= 0 && !model.contains(near)) {
                        assertThat(nodes.vertex(near)).as("node %d", near).isEqualTo(-1);
                    }
                }
                vertex++;
            }
            assertThat(nodes.bytes()).isEqualTo(memory.liveBytes());
        }
    }

    @Test
    void noNodesHaveNoVertices() {
        try (NodeIds nodes = TestGraphs.nodeIds(memory)) {
            assertThat(nodes.count()).isZero();
            for (long id : new long[] {0, 1, PAGE, 1L << 35, 1L << 45, Long.MAX_VALUE}) {
                assertThat(nodes.vertex(id)).isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 63, 64, PAGE - 1, PAGE, 1L << 31, 1L << 35, 1L << 45, Long.MAX_VALUE})
    void singleNodeIsVertexZero(long id) {
        assertMaps(id);
    }

    @Test
    void denseIdsAreTheirOwnVertices() {
        try (NodeIds nodes =
                TestGraphs.nodeIds(memory, LongStream.range(0, 10_000).toArray())) {
            for (int v = 0; v < 10_000; v++) {
                assertThat(nodes.vertex(v)).isEqualTo(v);
                assertThat(nodes.nodeId(v)).isEqualTo(v);
            }
            assertThat(nodes.vertex(10_000)).isEqualTo(-1);
            assertThat(nodes.bytes()).isLessThan(10_000 * 9);
        }
    }

    @Test
    void orderOfArrivalDoesNotMatter() {
        assertMaps(TestGraphs.shuffled(LongStream.range(0, 20_000).toArray(), new Random(1)));
    }

    @Test
    void repeatedIdsAreOneVertex() {
        assertMaps(5, 5, 3, 5, 3, PAGE + 5, PAGE + 5, 0, 0);
    }

    @Test
    void idsOnBothSidesOfPageBoundariesAreTold() {
        assertMaps(0, 63, 64, PAGE - 1, PAGE, PAGE + 63, PAGE + 64, 2 * PAGE - 1, 7 * PAGE - 1, 7 * PAGE);
    }

    @Test
    void fullPagesNextToEmptyOnesAreTold() {
        assertMaps(LongStream.concat(LongStream.range(PAGE, 2 * PAGE), LongStream.range(4 * PAGE, 5 * PAGE))
                .toArray());
    }

    @Test
    void fullChunksAreAllRead() {
        assertMaps(LongStream.range(0, 3 * (1 << 14)).map(i -> i * 3).toArray());
    }

    /** Several threads find the same pages; some page numbers are too large for an array. */
    @Test
    void idsOfManyChunksMapBothWays() {
        long[] ids = LongStream.range(0, 40_000)
                .map(i -> (i % 20_000) * 5 + (i % 3 << 45))
                .toArray();
        assertMaps(TestGraphs.shuffled(ids, new Random(2)));
    }

    @Test
    void sparseIdsTakeAPageEachAndNoMore() {
        long[] ids = LongStream.range(0, 1000).map(i -> i << 35).toArray();
        assertMaps(ids);
        try (NodeIds nodes = TestGraphs.nodeIds(memory, ids)) {
            assertThat(nodes.bytes()).isEqualTo(1000 * (8 + 768));
        }
    }

    @Test
    void fewIdsFarApartAreFound() {
        assertMaps(0, 1L << 31, (1L << 31) + 1, 1L << 35, (1L << 35) + PAGE, 1L << 45, (1L << 45) + 1);
    }

    /** The parameter is the number of bits of the ids: with 20 they are dense, from 32 on pages are found by search. */
    @ParameterizedTest
    @ValueSource(ints = {8, 13, 20, 26, 32, 33, 35, 45, 62})
    void randomIdsMapBothWays(int bits) {
        for (long seed = 0; seed < 3; seed++) {
            Random random = new Random(100 * bits + seed);
            long clusters = 1 + random.nextInt(20);
            long[] ids = LongStream.range(0, clusters)
                    .flatMap(cluster -> {
                        long base = random.nextLong() & ((1L << bits) - 1);
                        return random.longs(1 + random.nextInt(300), 0, 1 + random.nextInt(20_000))
                                .map(offset -> base + offset);
                    })
                    .toArray();
            assertMaps(ids);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.1, 0.5, 0.9, 0.999})
    void tooSmallBudgetLeavesNothingAllocated(double share) {
        long[] ids = LongStream.range(0, 3000).map(i -> i * 7).toArray();
        memory.resetPeak();
        TestGraphs.nodeIds(memory, ids).close();
        NativeMemory tight = new NativeMemory(1 + (long) (share * memory.peakBytes()));
        assertThatThrownBy(() -> TestGraphs.nodeIds(tight, ids)).isInstanceOf(OffHeapMemoryException.class);
        assertThat(tight.liveBytes()).isZero();
    }

    @Test
    void estimateIsCloseForDenseIds() {
        for (int count : new int[] {1, 1000, 100_000}) {
            try (NodeIds nodes =
                    TestGraphs.nodeIds(memory, LongStream.range(0, count).toArray())) {
                assertThat(NodeIds.estimateBytes(count)).isBetween(nodes.bytes(), nodes.bytes() + 1000);
            }
        }
    }
}
