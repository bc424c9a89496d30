package dev.motif.algorithm.sample.estimate;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.IntToDoubleFunction;

/**
 * Estimates of the counts of vertices. An estimate is 0 for all vertices that it does not name. Estimates of a batch
 * count when the batch is whole. They are added in their order, on which sums of doubles depend. Owns its arrays.
 */
public final class VertexSamples implements AutoCloseable {
    /** For each vertex the sums of the estimates, of their squares and of their cubes, and the largest one. */
    private static final int VALUES = 4;

    private static final long POLL_MILLIS = 50;

    private final SampleConfig config;
    private final int vertices;
    private final OffHeapScope scope;
    private final OffHeapLongs kept;
    private final OffHeapInts found;
    private final OffHeapLongs pending;
    private final OffHeapInts pendingFound;
    private long samples;

    /** The number in its batch of the estimate that is added next. */
    private int next;

    /** Estimates that came before their turn. */
    private final Map<Integer, Named> early = new HashMap<>();

    private long earlyVertices;

    /** The vertices whose estimate is not 0, each once, in the first {@code count} places, and their estimates. */
    record Named(int count, int[] vertices, IntToDoubleFunction values) {}

    /** @throws IllegalArgumentException when there are too many vertices to be numbered by ints from 1 on */
    public VertexSamples(long vertices, SampleConfig config, NativeMemory memory) {
        if (vertices >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "estimates of nodes can be made of fewer than 2^31 - 1 nodes, got " + vertices);
        }
        this.vertices = (int) vertices;
        this.config = config;
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            kept = own.zeroedLongs(VALUES * vertices);
            pending = own.zeroedLongs(VALUES * vertices);
            found = own.zeroedInts(vertices);
            pendingFound = own.zeroedInts(vertices);
            scope = building.keep(own);
        }
    }

    /** The bytes off the heap. */
    public static long bytes(long vertices) {
        return 2 * vertices * (VALUES * Long.BYTES + Integer.BYTES);
    }

    /**
     * Adds an estimate, or keeps a copy until the estimates before it have been added. All copies together hold at most
     * the number of vertices of the graph; with more, an estimate waits for its turn. Thread-safe.
     *
     * @param number in its batch, from 0 on
     * @param check called while it waits; throws to give up
     */
    synchronized void add(int number, Named named, Runnable check) {
        while (number != next && earlyVertices + named.count > vertices) {
            check.run();
            await();
        }
        if (number != next) {
            early.put(number, copy(named));
            earlyVertices += named.count;
            return;
        }
        add(named);
        for (Named late = early.remove(++next); late != null; late = early.remove(++next)) {
            add(late);
            earlyVertices -= late.count;
        }
        notifyAll();
    }

    private static Named copy(Named named) {
        int[] vertices = Arrays.copyOf(named.vertices, named.count);
        double[] values = new double[named.count];
        Arrays.setAll(values, i -> named.values.applyAsDouble(i));
        return new Named(named.count, vertices, i -> values[i]);
    }

    private void await() {
        try {
            wait(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private void add(Named named) {
        for (int i = 0; i < named.count; i++) {
            int vertex = named.vertices[i];
            double value = named.values.applyAsDouble(i);
            long at = (long) VALUES * vertex;
            // So that sums do not depend on batches.
            for (int j = 0; j < VALUES && pendingFound.get(vertex) == 0; j++) {
                pending.set(at + j, kept.get(at + j));
            }
            add(pending, at, value);
            add(pending, at + 1, value * value);
            add(pending, at + 2, value * value * value);
            set(pending, at + 3, Math.max(get(pending, at + 3), value));
            pendingFound.add(vertex, 1);
        }
    }

    /** Takes over the estimates that were added since the last call. */
    void keep() {
        samples += next;
        next = 0;
        for (int vertex = 0; vertex < vertices; vertex++) {
            if (pendingFound.get(vertex) > 0) {
                long at = (long) VALUES * vertex;
                for (int i = 0; i < VALUES; i++) {
                    kept.set(at + i, pending.get(at + i));
                }
                found.add(vertex, pendingFound.get(vertex));
                pendingFound.set(vertex, 0);
            }
        }
    }

    private static double get(OffHeapLongs of, long at) {
        return Double.longBitsToDouble(of.get(at));
    }

    private static void set(OffHeapLongs of, long at, double value) {
        of.set(at, Double.doubleToRawLongBits(value));
    }

    private static void add(OffHeapLongs of, long at, double value) {
        set(of, at, get(of, at) + value);
    }

    /** The estimate of a vertex. */
    public SampledCount count(int vertex) {
        if (samples == 0) {
            return SampledCount.exact(0);
        }
        long at = (long) VALUES * vertex;
        double sum = get(kept, at);
        double ofSquares = get(kept, at + 1);
        double mean = sum / samples;
        double squares = Math.max(0, ofSquares - mean * sum);
        double cubes = get(kept, at + 2) - 3 * mean * ofSquares + 2 * mean * mean * sum;
        return new Moments(samples, found.get(vertex), mean, squares, cubes, get(kept, at + 3)).interval(0, config);
    }

    /** The sum of the distances of upper ends from the estimates by the sum of the estimates; infinite when these are 0. */
    double relativeError() {
        double errors = 0;
        double sum = 0;
        for (int vertex = 0; vertex < vertices; vertex++) {
            if (found.get(vertex) > 0) {
                SampledCount count = count(vertex);
                errors += count.upper() - count.estimate();
                sum += count.estimate();
            }
        }
        return sum == 0 ? Double.POSITIVE_INFINITY : errors / sum;
    }

    @Override
    public void close() {
        scope.close();
    }
}
