package dev.motif.algorithm.group.near;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.CyclicPartition;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.KernelAbi;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what a search on a GPU gets from the host. */
@LeavesNothing
class NearBatchesTest {
    private static final EdgeList UNIPARTITE = RandomGraphs.uniform(150, 0.14, 3);
    private static final EdgeList BIPARTITE = RandomGraphs.bipartite(4, 90, 70, 1000, 1);
    private static final int LARGE = 1 << 22;

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Execution execution = new Execution(memory, Workers.of(3), new StageTimes());

    /** A part of a batch: the vertices that may be chosen, by side. */
    private record Part(List<List<Integer>> vertices, List<Integer> chosen) {}

    private NearRoots roots(UnipartiteGraph graph) {
        return new NearCliqueCpu(new NearCliqueConfig(1, 4, 0, 1), execution).roots(graph, NearRows.Bound.NONE);
    }

    private NearRoots roots(BipartiteGraph graph) {
        return new NearBicliqueCpu(new NearBicliqueConfig(1, 3, 3, 0, 1), execution).roots(graph, NearRows.Bound.NONE);
    }

    /** Checks the parts of a batch by {@code adjacent}, which is asked for vertices in the order of the sides. */
    private static List<Part> read(NearBatch batch, int sides, BiPredicate<Integer, Integer> adjacent) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < batch.count(); i++) {
            parts.add(read(batch.pool(), batch.places().get(i), sides, adjacent));
        }
        return parts;
    }

    private static Part read(OffHeapInts pool, long place, int sides, BiPredicate<Integer, Integer> adjacent) {
        int[] inner = new int[2];
        int[] innerInts = new int[2];
        int[] ints = new int[2];
        for (int side = 0; side < 2; side++) {
            inner[side] = pool.get(place + 2L * side);
            innerInts[side] = (inner[side] + 31) / 32;
            ints[side] = innerInts[side] + (pool.get(place + 2L * side + 1) + 31) / 32;
        }
        long[] rows = new long[2];
        List<List<Integer>> vertices = new ArrayList<>();
        long sets = place + KernelAbi.NEAR_PART_HEADER;
        long at = sets + 3L * (ints[0] + ints[1]);
        for (int side = 0; side < sides; side++) {
            rows[side] = at;
            at += 32L * ints[side] * innerInts[sides - 1 - side] + (long) inner[side] * ints[side];
            long first = at;
            vertices.add(IntStream.range(0, inner[side])
                    .mapToObj(v -> pool.get(first + v))
                    .toList());
            at += inner[side];
        }
        List<Integer> chosen = new ArrayList<>();
        for (int side = 0; side < sides; side++) {
            int other = sides - 1 - side;
            for (int v = 0; v < inner[side]; v++) {
                int set = pool.get(sets + (side == 0 ? 0 : ints[0]) + (v >> 5));
                if ((set >>> v & 1) != 0) {
                    chosen.add(vertices.get(side).get(v));
                }
                for (int w = 0; w < inner[other]; w++) {
                    int word = pool.get(rows[side] + 32L * ints[side] * (w >> 5) + v);
                    int u = vertices.get(side).get(v);
                    int x = vertices.get(other).get(w);
                    // Some edges are dropped, which are in no group.
                    assertThat((word >>> w & 1) == 0 || (side == 0 ? adjacent.test(u, x) : adjacent.test(x, u)))
                            .isTrue();
                }
            }
        }
        return new Part(vertices, chosen);
    }

    /** Returns the parts of all batches, and adds the roots of the others, of which a batch has few. */
    private List<Part> all(
            NearRoots roots,
            NearBatches batches,
            NearBatch batch,
            BiPredicate<Integer, Integer> adjacent,
            List<WorkRange> tooLarge) {
        List<Part> parts = new ArrayList<>();
        CyclicPartition chunks = batches.chunks();
        long[] tried = new long[1];
        for (long chunk = 0; chunk < chunks.count(); chunk += 7) {
            batches.forEach(new Range(chunk, Math.min(chunks.count(), chunk + 7)), more -> {
                tried[0] += more;
                parts.addAll(read(batch, roots.sides(), adjacent));
                List<WorkRange> taken = batches.takeTooLarge();
                assertThat(taken).hasSizeLessThan(2 * execution.workers().concurrency());
                tooLarge.addAll(taken);
            });
        }
        assertThat(tried[0]).isEqualTo(roots.weights().length());
        return parts;
    }

    private void batchesOfAnySizeHaveAllParts(NearRoots roots, BiPredicate<Integer, Integer> adjacent) {
        List<Part> expected;
        try (NearBatch batch = new NearBatch(LARGE, (vertices, setInts) -> true, memory)) {
            List<WorkRange> none = new ArrayList<>();
            expected = all(roots, new NearBatches(roots, batch, execution), batch, adjacent, none);
            assertThat(none).isEmpty();
            assertThat(expected).hasSizeGreaterThan(20).doesNotHaveDuplicates();
        }
        int largest = expected.stream().mapToInt(NearBatchesTest::size).max().orElseThrow();
        for (int most : new int[] {1, largest}) {
            try (NearBatch batch =
                    new NearBatch(most == 1 ? LARGE : 1 << 13, (vertices, setInts) -> vertices < most, memory)) {
                List<WorkRange> tooLarge = new ArrayList<>();
                List<Part> found = all(roots, new NearBatches(roots, batch, execution), batch, adjacent, tooLarge);
                assertThat(found).doesNotHaveDuplicates().isSubsetOf(expected);
                assertThat(found.size() + tooLarge.size()).isEqualTo(expected.size());
                assertThat(tooLarge).isNotEmpty().doesNotHaveDuplicates();
                assertThat(found).allMatch(part -> size(part) < most);
            }
        }
    }

    private static int size(Part part) {
        return part.vertices.stream().mapToInt(List::size).sum();
    }

    @Test
    void batchesOfAnySizeHaveAllParts() {
        try (UnipartiteGraph graph = UNIPARTITE.toUnipartiteGraph(memory, Workers.of(1));
                NearRoots roots = roots(graph)) {
            batchesOfAnySizeHaveAllParts(
                    roots, (u, v) -> u.equals(v) || graph.edgesAmong(new int[] {Math.min(u, v), Math.max(u, v)}) == 1);
        }
        try (BipartiteGraph graph = BIPARTITE.toGraph(memory, Workers.of(1));
                NearRoots roots = roots(graph)) {
            batchesOfAnySizeHaveAllParts(
                    roots,
                    (u, v) -> (roots.areRight()
                                    ? graph.edgesAmong(new int[] {v}, new int[] {u})
                                    : graph.edgesAmong(new int[] {u}, new int[] {v}))
                            == 1);
        }
    }
}
