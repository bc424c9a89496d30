package dev.motif.graph;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects edges that arrive in any order from many threads. Each bucket holds the edges of one range of source
 * vertices, so that {@link CsrBuilder} can sort each bucket on its own, in cache.
 *
 * <p>An edge is a source, a target and, if wanted, 64-bit payloads, of which all edges have the same number. Edges are
 * stored in chunks, which are parts of larger slabs. An edge takes 8 bytes, and 8 for each payload; on average half a
 * chunk of each bucket and writer stays unused.
 */
public final class EdgeBuckets implements AutoCloseable {
    private static final int CHUNK_EDGES = 512;
    private static final int SLAB_CHUNKS = 64;
    private static final long HEAP_BYTES_PER_CHUNK = 40;
    private static final long EDGES_PER_BUCKET = 1 << 16;
    private static final int MAX_BUCKETS = 1 << 12;

    private final NativeMemory memory;
    private final int sourceCount;
    private final int targetCount;
    private final int payloads;
    private final int shift;
    private final List<List<Chunk>> buckets;
    private final List<Slab> slabs = new ArrayList<>();

    /**
     * Memory of many chunks. Payloads have arrays of their own, since they are needed longer than the edges: the first of
     * each edge, the second, and so on.
     */
    private record Slab(OffHeapLongs edges, OffHeapLongs[] payloads) {}

    /** The edges {@code [start, start + edges)} of a slab, all of one bucket. */
    private record Chunk(Slab slab, long start, int edges) {}

    @FunctionalInterface
    interface EdgeConsumer {
        /**
         * Receives an edge.
         *
         * @param packedEdge the source in the upper 32 bits, the target in the lower 32 bits
         * @param payload the first one, 0 when edges carry none
         */
        void accept(long packedEdge, long payload);
    }

    /**
     * Makes empty buckets.
     *
     * @param sourceCount sources are in {@code [0, sourceCount)}
     * @param targetCount targets are in {@code [0, targetCount)}
     * @param expectedEdges about how many edges will come; only speed depends on it
     * @param payloads whether each edge carries a payload
     */
    public EdgeBuckets(NativeMemory memory, int sourceCount, int targetCount, long expectedEdges, boolean payloads) {
        this(memory, sourceCount, targetCount, expectedEdges, payloads ? 1 : 0);
    }

    /** Makes buckets with any number of payloads for each edge. */
    public EdgeBuckets(NativeMemory memory, int sourceCount, int targetCount, long expectedEdges, int payloads) {
        this.memory = memory;
        this.sourceCount = sourceCount;
        this.targetCount = targetCount;
        this.payloads = payloads;
        this.shift = shift(sourceCount, expectedEdges);
        int count = bucketCount(sourceCount, expectedEdges);
        this.buckets = new ArrayList<>(count);
        for (int bucket = 0; bucket < count; bucket++) {
            buckets.add(new ArrayList<>());
        }
    }

    /**
     * An estimate of the off-heap bytes that {@code edges} edges take. It counts half of the last chunks and of the
     * last slab of each of {@code writers} writers as unused.
     */
    public static long estimateBytes(int sourceCount, long edges, int payloads, int writers) {
        int buckets = bucketCount(sourceCount, edges);
        long unusedChunks = (buckets + Math.min(SLAB_CHUNKS, buckets)) / 2;
        return (edges + writers * unusedChunks * CHUNK_EDGES) * bytesPerEdge(payloads);
    }

    /** An estimate of the heap bytes of the lists of chunks for {@code edges} edges. */
    static long heapBytes(long edges) {
        return edges / CHUNK_EDGES * HEAP_BYTES_PER_CHUNK;
    }

    /** The number of buckets for {@code expectedEdges} edges. */
    static int bucketCount(int sourceCount, long expectedEdges) {
        return sourceCount == 0 ? 0 : ((sourceCount - 1) >>> shift(sourceCount, expectedEdges)) + 1;
    }

    /**
     * The number of low bits in which the sources of one bucket differ: source {@code u} belongs to bucket
     * {@code u >>> shift}.
     */
    private static int shift(int sourceCount, long expectedEdges) {
        long wanted = Math.max(1, Math.min(MAX_BUCKETS, expectedEdges / EDGES_PER_BUCKET));
        return Math.max(0, bitsFor(sourceCount) - bitsFor((int) wanted));
    }

    static long bytesPerEdge(int payloads) {
        return (1L + payloads) * Long.BYTES;
    }

    /** A writer for one thread. All writers must be closed before the edges are read. */
    public Writer writer() {
        return new Writer();
    }

    int sourceCount() {
        return sourceCount;
    }

    int targetCount() {
        return targetCount;
    }

    /** The number of payloads of each edge. */
    int payloads() {
        return payloads;
    }

    int bucketCount() {
        return buckets.size();
    }

    int firstSource(int bucket) {
        return bucket << shift;
    }

    int endSource(int bucket) {
        return (int) Math.min(sourceCount, (bucket + 1L) << shift);
    }

    long edgeCount(int bucket) {
        long edges = 0;
        for (Chunk chunk : buckets.get(bucket)) {
            edges += chunk.edges;
        }
        return edges;
    }

    /** Hands over the edges of {@code bucket}, chunk by chunk. */
    void forEach(int bucket, EdgeConsumer consumer) {
        for (Chunk chunk : buckets.get(bucket)) {
            for (long at = chunk.start; at < chunk.start + chunk.edges; at++) {
                consumer.accept(chunk.slab.edges.get(at), payloads > 0 ? chunk.slab.payloads[0].get(at) : 0);
            }
        }
    }

    /** Replaces a payload of each edge of {@code bucket} by {@code others}, in the order of {@link #forEach}. */
    void replacePayloads(int bucket, int payload, OffHeapLongs others) {
        long from = 0;
        for (Chunk chunk : buckets.get(bucket)) {
            chunk.slab.payloads[payload].copyFrom(others, from, chunk.start, chunk.edges);
            from += chunk.edges;
        }
    }

    /**
     * Copies a payload of the edges {@code [from, from + count)} of {@code bucket}, numbered in the order of {@link
     * #forEach}, to {@code target[index, index + count)}.
     */
    void copyPayloads(int bucket, int payload, long from, long count, OffHeapLongs target, long index) {
        long before = 0;
        for (Chunk chunk : buckets.get(bucket)) {
            long first = Math.max(from - before, 0);
            long end = Math.min(from + count - before, chunk.edges);
            if (first < end) {
                target.copyFrom(
                        chunk.slab.payloads[payload], chunk.start + first, index + before + first - from, end - first);
            }
            before += chunk.edges;
        }
    }

    /** The number of bits that hold every value in {@code [0, count)}. */
    public static int bitsFor(int count) {
        return count <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(count - 1);
    }

    private synchronized Slab newSlab(long length) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs edges = scope.longs(length);
            Slab slab = new Slab(edges, new OffHeapLongs[payloads]);
            for (int i = 0; i < payloads; i++) {
                slab.payloads[i] = scope.longs(length);
            }
            slabs.add(slab);
            scope.keep(edges);
            for (OffHeapLongs array : slab.payloads) {
                scope.keep(array);
            }
            return slab;
        }
    }

    /** Frees the memory of the edges; their payloads stay. */
    synchronized void closeEdges() {
        slabs.forEach(slab -> slab.edges.close());
    }

    /** Frees the memory of one payload of all edges. */
    synchronized void closePayloads(int payload) {
        slabs.forEach(slab -> slab.payloads[payload].close());
    }

    @Override
    public synchronized void close() {
        closeEdges();
        for (int i = 0; i < payloads; i++) {
            closePayloads(i);
        }
        slabs.clear();
    }

    /** Adds edges from one thread. Not thread-safe, but several writers may be in use at the same time. */
    public final class Writer implements AutoCloseable {
        private final Open[] open = new Open[buckets.size()];
        private Slab slab;
        private long slabUsed;

        /** A chunk that is being filled. */
        private static final class Open {
            private Slab slab;
            private long start;
            private int edges = CHUNK_EDGES;
        }

        /** Adds an edge with the payload 0. */
        public void add(int source, int target) {
            add(source, target, 0);
        }

        /** Adds an edge of buckets with one payload, or none. */
        public void add(int source, int target, long payload) {
            Open chunk = place(source, target);
            if (payloads > 0) {
                chunk.slab.payloads[0].set(chunk.start + chunk.edges, payload);
            }
            chunk.edges++;
        }

        public void add(int source, int target, long[] values) {
            Open chunk = place(source, target);
            for (int i = 0; i < payloads; i++) {
                chunk.slab.payloads[i].set(chunk.start + chunk.edges, values[i]);
            }
            chunk.edges++;
        }

        /** Puts an edge into the place at the end of the chunk that this returns, without its payloads. */
        private Open place(int source, int target) {
            assert 0 <= source && source < sourceCount && 0 <= target && target < targetCount : source + "-" + target;
            int bucket = source >>> shift;
            Open chunk = open[bucket];
            if (chunk == null || chunk.edges == CHUNK_EDGES) {
                chunk = nextChunk(bucket);
            }
            chunk.slab.edges.set(chunk.start + chunk.edges, ((long) source << 32) | target);
            return chunk;
        }

        private Open nextChunk(int bucket) {
            if (slab == null || slabUsed == slab.edges.length()) {
                // This comes first: if it fails, the full chunk has not been handed over yet, and close() does it once.
                slab = newSlab((long) CHUNK_EDGES * Math.min(SLAB_CHUNKS, Math.max(1, buckets.size())));
                slabUsed = 0;
            }
            Open chunk = open[bucket];
            if (chunk == null) {
                chunk = new Open();
                open[bucket] = chunk;
            } else {
                handOver(bucket, chunk);
            }
            chunk.slab = slab;
            chunk.start = slabUsed;
            chunk.edges = 0;
            slabUsed += CHUNK_EDGES;
            return chunk;
        }

        private void handOver(int bucket, Open chunk) {
            List<Chunk> list = buckets.get(bucket);
            synchronized (list) {
                list.add(new Chunk(chunk.slab, chunk.start, chunk.edges));
            }
        }

        @Override
        public void close() {
            for (int bucket = 0; bucket < open.length; bucket++) {
                if (open[bucket] != null) {
                    handOver(bucket, open[bucket]);
                    open[bucket] = null;
                }
            }
        }
    }
}
