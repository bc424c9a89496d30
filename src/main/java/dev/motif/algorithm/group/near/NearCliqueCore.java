package dev.motif.algorithm.group.near;

import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * A core of a graph, whose vertices are numbered in a degeneracy order: the number of later neighbors of each is at most its
 * core number. Owns its memory.
 *
 * @param rows for each number the neighbors, ascending
 * @param vertices the vertex in the graph of each number
 */
record NearCliqueCore(Csr rows, OffHeapInts vertices) implements AutoCloseable {
    private static final long VERTICES_PER_TASK = 1 << 12;

    /** The core in which each vertex has {@code minDegree} neighbors. The caller owns the result. */
    static NearCliqueCore of(UnipartiteGraph graph, int minDegree, NativeMemory memory, Workers workers) {
        Csr all = graph.adjacency();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            KCoreResult cores = scope.own(new KCoreCpu(graph, true, memory, workers).count());
            OffHeapInts order = cores.order();
            int first = 0;
            while (first < order.length() && cores.cores().get(order.get(first)) < minDegree) {
                first++;
            }
            int count = (int) order.length() - first;
            OffHeapInts vertices = scope.ints(count);
            vertices.copyFrom(order, first, 0, count);
            // 1 + the number of each vertex, 0 for vertices that are not in the core.
            OffHeapInts numbers = scope.zeroedInts(order.length());
            for (int number = 0; number < count; number++) {
                numbers.set(vertices.get(number), 1 + number);
            }
            OffHeapLongs offsets = scope.zeroedLongs(count + 1L);
            workers.forRanges(count, VERTICES_PER_TASK, (worker, from, to, steps) -> {
                for (int number = (int) from; number < to; number++) {
                    int vertex = vertices.get(number);
                    for (long slot = all.start(vertex); slot < all.end(vertex); slot++) {
                        offsets.add(number + 1L, numbers.get(all.neighbor(slot)) > 0 ? 1 : 0);
                        steps.add();
                    }
                }
            });
            for (int number = 0; number < count; number++) {
                offsets.add(number + 1L, offsets.get(number));
            }
            OffHeapInts neighbors = scope.ints(offsets.get(count));
            workers.forRanges(count, VERTICES_PER_TASK, (worker, from, to, steps) -> {
                for (int number = (int) from; number < to; number++) {
                    int vertex = vertices.get(number);
                    long at = offsets.get(number);
                    for (long slot = all.start(vertex); slot < all.end(vertex); slot++) {
                        int neighbor = numbers.get(all.neighbor(slot));
                        if (neighbor > 0) {
                            neighbors.set(at++, neighbor - 1);
                        }
                        steps.add();
                    }
                    sort(neighbors, offsets.get(number), at);
                }
            });
            return new NearCliqueCore(new Csr(scope.keep(offsets), scope.keep(neighbors)), scope.keep(vertices));
        }
    }

    private static void sort(OffHeapInts neighbors, long from, long to) {
        int[] row = new int[(int) (to - from)];
        neighbors.copyTo(from, row, row.length);
        Arrays.sort(row);
        neighbors.copyFrom(row, from);
    }

    /** The most off-heap bytes that {@link #of} needs at once, its result included. */
    static long peakBytes(long vertices, long coreVertices, long coreSlots) {
        return Math.max(
                KCoreCpu.peakBytes(vertices, true), 3 * vertices * Integer.BYTES + bytes(coreVertices, coreSlots));
    }

    /** The off-heap bytes of a core. */
    static long bytes(long vertices, long slots) {
        return Csr.bytes(vertices, slots) + vertices * Integer.BYTES;
    }

    int count() {
        return rows.vertexCount();
    }

    /** For each number about how much work the search from it is; the scope owns the result. */
    OffHeapLongs weights(OffHeapScope scope, Steps steps) {
        OffHeapLongs weights = scope.longs(count());
        for (int number = 0; number < count(); number++) {
            long later = 0;
            for (long slot = rows.start(number); slot < rows.end(number); slot++) {
                later += rows.neighbor(slot) > number ? 1 : 0;
            }
            steps.add(rows.degree(number));
            weights.set(number, 1 + later * later);
        }
        return weights;
    }

    @Override
    public void close() {
        rows.close();
        vertices.close();
    }
}
