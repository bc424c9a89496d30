package dev.motif.backend.sample;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * What estimates say about the counts of vertices. An estimate is 0 for all vertices that it does not name. Estimates of a
 * batch count when the batch is whole. Owns its arrays.
 */
public final class VertexSamples implements AutoCloseable {
    /** For each vertex the sums of the estimates, of their squares and of their cubes, and the largest one. */
    private static final int VALUES = 4;

    private final SampleConfig config;
    private final int vertices;
    private final OffHeapScope scope;
    private final OffHeapLongs kept;
    private final OffHeapInts found;
    private final OffHeapLongs pending;
    private final OffHeapInts pendingFound;
    private long samples;
    private long pendingSamples;

    public VertexSamples(int vertices, SampleConfig config, NativeMemory memory) {
        this.vertices = vertices;
        this.config = config;
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            kept = own.zeroedLongs((long) VALUES * vertices);
            pending = own.zeroedLongs((long) VALUES * vertices);
            found = own.zeroedInts(vertices);
            pendingFound = own.zeroedInts(vertices);
            scope = building.keep(own);
        }
    }

    /** The bytes off the heap. */
    public static long bytes(long vertices) {
        return 2 * vertices * (VALUES * Long.BYTES + Integer.BYTES);
    }

    /** Reads an estimate of the count of a vertex. */
    @FunctionalInterface
    public interface Values {
        double of(int vertex);
    }

    /**
     * Adds an estimate. Thread-safe.
     *
     * @param named the vertices whose estimate is not 0, each once, in the first {@code count} places
     */
    public synchronized void add(int[] named, int count, Values values) {
        pendingSamples++;
        for (int i = 0; i < count; i++) {
            double value = values.of(named[i]);
            long at = (long) VALUES * named[i];
            add(pending, at, value);
            add(pending, at + 1, value * value);
            add(pending, at + 2, value * value * value);
            set(pending, at + 3, Math.max(get(pending, at + 3), value));
            pendingFound.add(named[i], 1);
        }
    }

    /** Takes over the estimates that were added since the last call. */
    void keep() {
        samples += pendingSamples;
        pendingSamples = 0;
        for (int vertex = 0; vertex < vertices; vertex++) {
            if (pendingFound.get(vertex) > 0) {
                long at = (long) VALUES * vertex;
                for (int i = 0; i < VALUES - 1; i++) {
                    add(kept, at + i, get(pending, at + i));
                }
                set(kept, at + 3, Math.max(get(kept, at + 3), get(pending, at + 3)));
                found.add(vertex, pendingFound.get(vertex));
                pendingFound.set(vertex, 0);
            }
        }
        pending.clear();
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

    /** What the estimates say about a vertex. */
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
