package dev.motif.algorithm.group.cohesion;

import dev.motif.graph.DisjointSets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;

/**
 * An undirected graph with weighted edges and without parallel ones, of which some vertices can be made one. Weights are
 * saturated at a bound that the caller sets, so they fit an int. Owns its memory.
 */
final class CutGraph implements AutoCloseable {
    /** Sorted keys and weights, of which a graph is made; sorting takes no more than these and the graph. */
    private static final long BYTES_PER_EDGE_TO_MAKE = 2L * Long.BYTES;

    private static final long BYTES_PER_EDGE = Integer.BYTES + 2L * (Integer.BYTES + Long.BYTES);

    /** How many edges or vertices are gone through between two looks at the cancellation. */
    private static final long BETWEEN_POLLS = 1 << 14;

    private final NativeMemory memory;
    private final Cancellation cancellation;
    private final OffHeapScope scope;
    private final OffHeapLongs offsets;
    private final OffHeapInts neighbors;
    private final OffHeapLongs edges;
    private final OffHeapInts weights;

    @FunctionalInterface
    interface EdgeConsumer {
        void accept(int u, int v, int weight);
    }

    /** Hands all edges to a consumer, once, parallel ones one by one. */
    @FunctionalInterface
    interface EdgeSource {
        void forEach(EdgeConsumer consumer);
    }

    /** @param keys the ends of each edge, the smaller one in the upper half; sorted, without repetitions */
    private CutGraph(
            int vertices,
            OffHeapLongs keys,
            OffHeapLongs weightOf,
            long count,
            NativeMemory memory,
            Cancellation cancellation) {
        this.memory = memory;
        this.cancellation = cancellation;
        try (OffHeapScope making = new OffHeapScope(memory)) {
            scope = making.own(new OffHeapScope(memory));
            offsets = scope.zeroedLongs(vertices + 2L);
            for (long e = 0; e < count; e++) {
                poll(e, cancellation);
                offsets.add(smaller(keys.get(e)) + 2L, 1);
                offsets.add(larger(keys.get(e)) + 2L, 1);
            }
            for (long v = 2; v < offsets.length(); v++) {
                offsets.add(v, offsets.get(v - 1));
            }
            neighbors = scope.ints(2 * count);
            edges = scope.longs(2 * count);
            weights = scope.ints(count);
            for (long e = 0; e < count; e++) {
                poll(e, cancellation);
                put(smaller(keys.get(e)), larger(keys.get(e)), e);
                put(larger(keys.get(e)), smaller(keys.get(e)), e);
                weights.set(e, (int) weightOf.get(e));
            }
            making.keep(scope);
        }
    }

    /** Filling moves the start of each row, which is kept one index behind, to its end. */
    private void put(int u, int v, long edge) {
        long slot = offsets.add(u + 1L, 1);
        neighbors.set(slot, v);
        edges.set(slot, edge);
    }

    private static void poll(long index, Cancellation cancellation) {
        if (index % BETWEEN_POLLS == 0) {
            cancellation.check();
        }
    }

    private static int smaller(long key) {
        return (int) (key >>> Integer.SIZE);
    }

    private static int larger(long key) {
        return (int) key;
    }

    /** The most bytes while a graph of this size is made of a graph of the same size. */
    static long bytes(long vertices, long edges) {
        return edges * (BYTES_PER_EDGE + BYTES_PER_EDGE_TO_MAKE) + 2 * (vertices + 2) * Long.BYTES;
    }

    /**
     * Makes a graph.
     *
     * @param most an upper bound for the number of edges of the source
     * @param bound weights above it become it
     */
    static CutGraph of(
            int vertices, long most, EdgeSource source, int bound, NativeMemory memory, Cancellation cancellation) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs keys = scope.longs(most);
            OffHeapLongs weights = scope.longs(most);
            long[] next = new long[1];
            source.forEach((u, v, weight) -> {
                keys.set(next[0], (long) Math.min(u, v) << Integer.SIZE | Math.max(u, v));
                weights.set(next[0]++, weight);
            });
            OffHeapLongs spareKeys = scope.longs(most);
            OffHeapLongs spareWeights = scope.longs(most);
            RadixSort.Sorted sorted =
                    RadixSort.sort(keys, weights, spareKeys, spareWeights, next[0], Long.SIZE - 1, cancellation);
            scope.close(sorted.keys() == keys ? spareKeys : keys);
            scope.close(sorted.keys() == keys ? spareWeights : weights);
            return new CutGraph(
                    vertices,
                    sorted.keys(),
                    sorted.payloads(),
                    merged(sorted, next[0], bound, cancellation),
                    memory,
                    cancellation);
        }
    }

    /** Makes parallel edges one, at the beginning of both arrays; returns how many there are then. */
    private static long merged(RadixSort.Sorted sorted, long count, int bound, Cancellation cancellation) {
        OffHeapLongs keys = sorted.keys();
        OffHeapLongs weights = sorted.payloads();
        long last = -1;
        for (long e = 0; e < count; e++) {
            poll(e, cancellation);
            if (last >= 0 && keys.get(last) == keys.get(e)) {
                weights.set(last, Math.min(bound, weights.get(last) + weights.get(e)));
            } else {
                last++;
                keys.set(last, keys.get(e));
                weights.set(last, Math.min(bound, weights.get(e)));
            }
        }
        return last + 1;
    }

    /**
     * The graph in which each set of vertices is one vertex, with the edges between them; closes this one.
     *
     * @param labels one for each vertex; overwritten
     */
    CutGraph contracted(DisjointSets sets, OffHeapInts labels, int bound) {
        int count = sets.number(labels, new Steps(cancellation));
        long[] between = new long[1];
        forEachBetween(labels, (u, v, weight) -> between[0]++);
        EdgeSource source = consumer -> {
            forEachBetween(labels, consumer);
            // Its memory is enough for sorting.
            close();
        };
        return of(count, between[0], source, bound, memory, cancellation);
    }

    private void forEachBetween(OffHeapInts labels, EdgeConsumer consumer) {
        for (int u = 0; u < vertexCount(); u++) {
            for (long slot = start(u); slot < end(u); slot++) {
                poll(slot, cancellation);
                int v = neighbor(slot);
                if (u < v && labels.get(u) != labels.get(v)) {
                    consumer.accept(labels.get(u), labels.get(v), weight(slot));
                }
            }
        }
    }

    int vertexCount() {
        return (int) (offsets.length() - 2);
    }

    long edgeCount() {
        return weights.length();
    }

    long start(int v) {
        return offsets.get(v);
    }

    long end(int v) {
        return offsets.get(v + 1L);
    }

    int neighbor(long slot) {
        return neighbors.get(slot);
    }

    /** The number of the edge at a slot, the same at both of its ends. */
    long edge(long slot) {
        return edges.get(slot);
    }

    int weight(long slot) {
        return weights.get(edges.get(slot));
    }

    /** The weight of all edges of a vertex. */
    long degree(int v) {
        long degree = 0;
        for (long slot = start(v); slot < end(v); slot++) {
            degree += weight(slot);
        }
        return degree;
    }

    @Override
    public void close() {
        scope.close();
    }
}
