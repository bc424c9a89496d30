package dev.motif.algorithm.kclique.kcore;

import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.parallel.Workers;

/**
 * Computes core numbers by weights: takes away the vertex of the smallest strength, the sum of the weights of its edges, time
 * and again. Its core number is the largest such strength so far. Of equal strengths the smaller vertex goes first.
 *
 * <p>Work {@code O(edges * log(vertices))} on one thread, with the vertices in a binary heap. A strength is a double from which
 * weights are taken away: exact while the sums of the weights are, as those of integers below 2^53.
 */
final class StrengthCores {
    private static final int VERTICES_PER_POLL = 1 << 10;
    private static final int VERTICES_PER_TASK = 1 << 12;

    private final Csr rows;
    private final OffHeapLongs weights;
    private final Workers workers;

    /** The bits of the strength of each vertex among those that are left, in the end its core number. */
    private final OffHeapLongs strengths;

    /** The vertices that are left; each is below, or after, those at {@code (i - 1) / 2}. */
    private final OffHeapInts heap;

    /** The place of each vertex in the heap, -1 once it is taken away. */
    private final OffHeapInts places;

    private int left;

    private StrengthCores(Csr rows, OffHeapLongs weights, OffHeapScope scope, Workers workers) {
        this.rows = rows;
        this.weights = weights;
        this.workers = workers;
        this.left = rows.vertexCount();
        this.strengths = scope.longs(left);
        this.heap = scope.ints(left);
        this.places = scope.ints(left);
    }

    /** The most off-heap bytes that are needed at once. */
    static long peakBytes(long vertices, long edges) {
        return vertices * (Long.BYTES + 2 * Integer.BYTES) + 2 * edges * Long.BYTES;
    }

    /** The result, which the caller owns. */
    static KCoreResult of(UnipartiteGraph graph, EdgeWeights weights, Execution execution) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs bySlot =
                    scope.own(weights.bySlot(graph, Side.LEFT, EdgeWeights.BITS, execution.memory(), workers));
            StrengthCores cores = new StrengthCores(graph.adjacency(), bySlot, scope, workers);
            workers.progress().begin(KCoreCpu.STAGE, cores.left);
            cores.prepare();
            KCoreResult.Strengths found = cores.peel();
            scope.keep(cores.strengths);
            return new KCoreResult(found);
        }
    }

    private void prepare() {
        workers.forRanges(left, VERTICES_PER_TASK, (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                double strength = 0;
                for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                    strength += weight(slot);
                }
                strengths.set(v, Double.doubleToRawLongBits(strength));
                heap.set(v, v);
                places.set(v, v);
            }
        });
        for (int place = left / 2 - 1; place >= 0; place--) {
            sink(place);
        }
    }

    private KCoreResult.Strengths peel() {
        double core = 0;
        long levels = 0;
        long atLargest = 0;
        for (int removed = 1; left > 0; removed++) {
            int v = heap.get(0);
            double strength = strength(v);
            if (levels == 0 || strength > core) {
                core = Math.max(core, strength);
                levels++;
                atLargest = 0;
            }
            atLargest++;
            takeFirst(v);
            strengths.set(v, Double.doubleToRawLongBits(core));
            for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                int other = rows.neighbor(slot);
                if (places.get(other) >= 0) {
                    // What is left of a sum of doubles may be below 0 by its roundings.
                    double less = Math.max(0, strength(other) - weight(slot));
                    strengths.set(other, Double.doubleToRawLongBits(less));
                    rise(places.get(other));
                }
            }
            if (removed % VERTICES_PER_POLL == 0) {
                workers.cancellation().check();
                workers.progress().advance(VERTICES_PER_POLL);
            }
        }
        return new KCoreResult.Strengths(strengths, core, levels, atLargest);
    }

    private void takeFirst(int v) {
        places.set(v, -1);
        left--;
        if (left > 0) {
            put(heap.get(left), 0);
            sink(0);
        }
    }

    private void rise(int from) {
        int place = from;
        int v = heap.get(place);
        while (place > 0 && isBefore(v, heap.get((place - 1) / 2))) {
            put(heap.get((place - 1) / 2), place);
            place = (place - 1) / 2;
        }
        put(v, place);
    }

    private void sink(int from) {
        int place = from;
        int v = heap.get(place);
        while (2L * place + 1 < left) {
            int child = 2 * place + 1;
            if (child + 1 < left && isBefore(heap.get(child + 1), heap.get(child))) {
                child++;
            }
            if (!isBefore(heap.get(child), v)) {
                break;
            }
            put(heap.get(child), place);
            place = child;
        }
        put(v, place);
    }

    private void put(int v, int place) {
        heap.set(place, v);
        places.set(v, place);
    }

    private boolean isBefore(int u, int v) {
        double ofU = strength(u);
        double ofV = strength(v);
        return ofU < ofV || ofU == ofV && u < v;
    }

    private double strength(int v) {
        return Double.longBitsToDouble(strengths.get(v));
    }

    private double weight(long slot) {
        return Double.longBitsToDouble(weights.get(slot));
    }
}
