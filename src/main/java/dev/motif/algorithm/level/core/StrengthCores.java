package dev.motif.algorithm.level.core;

import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.algorithm.order.KCoreResult;
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
 * Computes core numbers by weights: takes away the vertex of the smallest strength, the sum of the weights of its
 * edges, time and again. Its core number is the largest such strength so far. Of equal strengths the smaller vertex
 * goes first.
 *
 * <p>Work {@code O(edges * log(vertices))} on one thread, with the vertices in a binary heap. A strength is a double
 * from which weights are taken away: exact while the sums of the weights are, such as sums of integers below 2^53. Once
 * it is so much smaller than the sum that it began with that roundings of the first sum matter, it is added up anew; so
 * a weight counts beside any larger one.
 */
final class StrengthCores {
    private static final int VERTICES_PER_POLL = 1 << 10;
    private static final int VERTICES_PER_TASK = 1 << 12;

    /** The bits that a strength may lose before it is added up anew. */
    private static final int LOST_BITS = 26;

    private final Csr rows;
    private final OffHeapLongs weights;
    private final Workers workers;

    /** The bits of the strength of each vertex among those that are left, in the end its core number. */
    private final OffHeapLongs strengths;

    /** The remaining vertices, a binary heap: the vertex at {@code (i - 1) / 2} comes before the vertex at i. */
    private final OffHeapInts heap;

    /** The place of each vertex in the heap, -1 once it is taken away. */
    private final OffHeapInts places;

    /** The exponent of each vertex's strength when it was last added up. */
    private final OffHeapInts exponents;

    private int left;

    private StrengthCores(Csr rows, OffHeapLongs weights, OffHeapScope scope, Workers workers) {
        this.rows = rows;
        this.weights = weights;
        this.workers = workers;
        this.left = rows.vertexCount();
        this.strengths = scope.longs(left);
        this.heap = scope.ints(left);
        this.places = scope.ints(left);
        this.exponents = scope.ints(left);
    }

    /** The most off-heap bytes that are needed at once. */
    static long peakBytes(long vertices, long edges) {
        return vertices * (Long.BYTES + 3 * Integer.BYTES) + 2 * edges * Long.BYTES;
    }

    /** The result, which the caller owns. */
    static KCoreResult of(UnipartiteGraph graph, EdgeWeights weights, Execution execution) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            double scale = weights.scale();
            EdgeWeights.Form form = (neighbor, weight) -> Double.doubleToRawLongBits(weight * scale);
            OffHeapLongs bySlot = scope.own(weights.bySlot(graph, Side.LEFT, form, execution.memory(), workers));
            StrengthCores cores = new StrengthCores(graph.adjacency(), bySlot, scope, workers);
            workers.progress().begin(KCoreCpu.STAGE, cores.left);
            cores.prepare();
            KCoreResult.Strengths found = cores.peel(1 / scale);
            if (found.largest() > Double.MAX_VALUE) {
                throw weights.tooLarge("each core number is", "one is larger");
            }
            scope.keep(cores.strengths);
            return new KCoreResult(found);
        }
    }

    private void prepare() {
        workers.forRanges(left, VERTICES_PER_TASK, (worker, from, to, steps) -> {
            for (int v = (int) from; v < to; v++) {
                heap.set(v, v);
                places.set(v, v);
                double strength = 0;
                for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                    strength += weight(slot);
                    steps.add();
                }
                strengths.set(v, Double.doubleToRawLongBits(strength));
                exponents.set(v, Math.getExponent(strength));
            }
        });
        for (int place = left / 2 - 1; place >= 0; place--) {
            sink(place);
        }
    }

    /** @param unit what strengths are multiplied by in the result */
    private KCoreResult.Strengths peel(double unit) {
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
            strengths.set(v, Double.doubleToRawLongBits(core * unit));
            for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                int other = rows.neighbor(slot);
                if (places.get(other) >= 0) {
                    lower(other, weight(slot));
                }
            }
            if (removed % VERTICES_PER_POLL == 0) {
                workers.cancellation().check();
                workers.progress().advance(VERTICES_PER_POLL);
            }
        }
        return new KCoreResult.Strengths(strengths, core * unit, levels, atLargest);
    }

    /** Takes a weight from the strength of a vertex that is left. */
    private void lower(int v, double weight) {
        if (weight == 0) {
            return;
        }
        double before = strength(v);
        double now = before - weight;
        if (now <= 0 || Math.getExponent(now) < exponents.get(v) - LOST_BITS) {
            now = 0;
            for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                now += places.get(rows.neighbor(slot)) >= 0 ? weight(slot) : 0;
            }
            exponents.set(v, Math.getExponent(now));
        }
        strengths.set(v, Double.doubleToRawLongBits(now));
        if (now <= before) {
            rise(places.get(v));
        } else {
            sink(places.get(v));
        }
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
