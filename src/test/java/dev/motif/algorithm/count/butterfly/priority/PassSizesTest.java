package dev.motif.algorithm.count.butterfly.priority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.priority.PassSizes.Cost;
import dev.motif.algorithm.count.butterfly.priority.PassSizes.Range;
import dev.motif.backend.Counts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests on the CPU how passes over a graph that is larger than the device are planned. */
@LeavesNothing
class PassSizesTest {
    private static final Cost COST = new Cost(36, 16, 12);

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    @Test
    void graphThatFitsIsOnePass() {
        GraphSize size = new GraphSize(100, 50, 1000);
        PassSizes all = PassSizes.all(size);
        assertThat(PassSizes.within(COST.bytes(all), size, COST)).isEqualTo(all);
        assertThat(all.passes(size)).isEqualTo(1);
    }

    @Test
    void sizesFitTheirBytesAndHoldTheLargestVertex() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            long left = 1 + random.nextInt(100_000);
            long right = 1 + random.nextInt(100_000);
            long edges = (long) (Math.min(1e7, left * right) * random.nextDouble());
            GraphSize size = new GraphSize(left, right, edges);
            PassSizes all = PassSizes.all(size);
            PassSizes smallest = PassSizes.smallest(size);
            long bytes = (long) (COST.bytes(all) * 1.2 * random.nextDouble());
            PassSizes sizes = PassSizes.within(bytes, size, COST);
            String description = size + " in " + bytes + " bytes: " + sizes;
            if (sizes == null) {
                assertThat(COST.bytes(smallest)).as(description).isGreaterThan(bytes);
            } else {
                assertThat(COST.bytes(sizes)).as(description).isLessThanOrEqualTo(bytes);
                assertThat(sizes.starts()).as(description).isBetween(1L, all.starts());
                assertThat(sizes.startSlots()).as(description).isBetween(smallest.startSlots(), all.startSlots());
                assertThat(sizes.endSlots()).as(description).isBetween(smallest.endSlots(), all.endSlots());
                assertThat(sizes.passes(size)).as(description).isPositive();
            }
        }
    }

    @Test
    void tooFewBytesForOneVertexAreNoPass() {
        GraphSize size = new GraphSize(100, 50, 1000);
        long least = COST.bytes(PassSizes.smallest(size));
        assertThat(PassSizes.within(least, size, COST)).isNotNull();
        assertThat(PassSizes.within(least - 1, size, COST)).isNull();
        assertThat(PassSizes.within(-1, size, COST)).isNull();
    }

    @Test
    void passesOfAnySizeCountEveryButterflyOnce() {
        for (long seed = 0; seed < Seeds.atMost(200); seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            GraphSize size =
                    new GraphSize(list.left(), list.right(), list.edges().size());
            PassSizes sizes = randomSizes(size, new Random(seed));
            try (BipartiteGraph graph = list.toGraph(memory, workers);
                    RankedGraph ranked = RankedGraph.of(graph, memory, workers)) {
                assertThat(countInPasses(ranked.adjacency(), sizes))
                        .as("seed %d, %s: %s", seed, sizes, list)
                        .isEqualTo(ButterflyValues.byDefinition(list).total());
            }
        }
    }

    /** Random sizes, each at least that of {@link PassSizes#smallest}. */
    static PassSizes randomSizes(GraphSize size, Random random) {
        long slots = PassSizes.smallest(size).endSlots();
        return new PassSizes(
                1 + random.nextInt((int) size.vertices()),
                slots + random.nextInt((int) size.edges() + 1),
                slots + random.nextInt((int) size.edges() + 1));
    }

    private BigInteger countInPasses(Csr rows, PassSizes sizes) {
        long total = 0;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            EndRows endRows = new EndRows(rows, scope, workers);
            OffHeapInts neighbors = scope.ints(sizes.endSlots());
            List<Range> endRanges = endRows.ranges(sizes);
            List<Range> startRanges = sizes.startRanges(rows);
            for (Range ends : endRanges) {
                endRows.restrictTo(ends);
                assertThat(endRows.slots()).isLessThanOrEqualTo(sizes.endSlots());
                endRows.forPieces(
                        0,
                        endRows.slots(),
                        (at, slot, length) -> neighbors.copyFrom(rows.neighbors(), slot, at, length));
                for (Range starts : startRanges) {
                    assertThat(starts.high() - starts.low()).isLessThanOrEqualTo((int) sizes.starts());
                    assertThat(rows.start(starts.high()) - rows.start(starts.low()))
                            .isLessThanOrEqualTo(sizes.startSlots());
                    if (PassSizes.hasWedges(starts, ends)) {
                        total += countPass(rows, starts, new Csr(endRows.offsets(), neighbors));
                    }
                }
            }
        }
        return BigInteger.valueOf(total);
    }

    private static long countPass(Csr rows, Range starts, Csr ends) {
        long total = 0;
        for (int u = starts.low(); u < starts.high(); u++) {
            long[] wedges = new long[rows.vertexCount()];
            for (long i = rows.start(u); i < rows.end(u); i++) {
                int v = rows.neighbor(i);
                for (long j = ends.start(v); j < ends.end(v) && ends.neighbor(j) < u; j++) {
                    wedges[ends.neighbor(j)]++;
                }
            }
            for (long count : wedges) {
                total += Counts.pairs(count);
            }
        }
        return total;
    }
}
