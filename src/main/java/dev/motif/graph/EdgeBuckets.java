package dev.motif.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects edges that arrive in any order from many threads, apart by ranges of their source vertex, so that each range
 * can be sorted on its own, in cache, by {@link CsrBuilder}.
 *
 * <p>An edge is a source, a target and, if asked for, a 64-bit payload. Edges are kept in chunks carved out of slabs;
 * 8 bytes an edge (16 with payloads) and on average half a chunk a bucket and writer unused.
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
    private final boolean payloads;
    private final int shift;
    private final List<List<Chunk>> buckets;
    private final List<Slab> slabs = new ArrayList<>();

    /** Memory of its own for the payloads, which are needed for longer; null when there are none. */
    private record Slab(OffHeapLongs edges, OffHeapLongs payloads) {}

    private record Chunk(Slab slab, long start, int edges) {}

    /** Receives the edges of one bucket. */
    @FunctionalInterface
    interface EdgeConsumer {
        void accept(long packedEdge, long payload);
    }

    /**
     * @param sourceCount sources are in {@code [0, sourceCount)}
     * @param targetCount targets are in {@code [0, targetCount)}
     * @param expectedEdges about how many edges will come; only speed depends on it
     * @param payloads whether each edge carries a payload
     */
    public EdgeBuckets(NativeMemory memory, int sourceCount, int targetCount, long expectedEdges, boolean payloads) {
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

    /** About the off-heap bytes of {@code edges} edges: {@code writers} leave half of their last chunks and slab empty. */
    public static long estimateBytes(int sourceCount, long edges, boolean payloads, int writers) {
        int buckets = bucketCount(sourceCount, edges);
        long unusedChunks = (buckets + Math.min(SLAB_CHUNKS, buckets)) / 2;
        return (edges + writers * unusedChunks * CHUNK_EDGES) * bytesPerEdge(payloads);
    }

    /** About the heap bytes of what is known about the chunks of {@code edges} edges. */
    static long heapBytes(long edges) {
        return edges / CHUNK_EDGES * HEAP_BYTES_PER_CHUNK;
    }

    /** How many buckets {@code expectedEdges} edges are kept in. */
    static int bucketCount(int sourceCount, long expectedEdges) {
        return sourceCount == 0 ? 0 : ((sourceCount - 1) >>> shift(sourceCount, expectedEdges)) + 1;
    }

    /** The bits of a source that are the same within a bucket's range. */
    private static int shift(int sourceCount, long expectedEdges) {
        long wanted = Math.max(1, Math.min(MAX_BUCKETS, expectedEdges / EDGES_PER_BUCKET));
        return Math.max(0, bitsFor(sourceCount) - bitsFor((int) wanted));
    }

    static long bytesPerEdge(boolean payloads) {
        return payloads ? 2 * Long.BYTES : Long.BYTES;
    }

    /** A writer for one thread; {@link Writer#close} hands its edges over. */
    public Writer writer() {
        return new Writer();
    }

    int sourceCount() {
        return sourceCount;
    }

    int targetCount() {
        return targetCount;
    }

    boolean hasPayloads() {
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

    void forEach(int bucket, EdgeConsumer consumer) {
        for (Chunk chunk : buckets.get(bucket)) {
            for (long at = chunk.start; at < chunk.start + chunk.edges; at++) {
                consumer.accept(chunk.slab.edges.get(at), payloads ? chunk.slab.payloads.get(at) : 0);
            }
        }
    }

    /** Gives the edges of {@code bucket} other payloads, in the order of {@link #forEach}. */
    void replacePayloads(int bucket, OffHeapLongs others) {
        long from = 0;
        for (Chunk chunk : buckets.get(bucket)) {
            chunk.slab.payloads.copyFrom(others, from, chunk.start, chunk.edges);
            from += chunk.edges;
        }
    }

    /** Copies the payloads {@code [from, from + count)} of {@code bucket} to {@code target[index, index + count)}. */
    void copyPayloads(int bucket, long from, long count, OffHeapLongs target, long index) {
        long before = 0;
        for (Chunk chunk : buckets.get(bucket)) {
            long first = Math.max(from - before, 0);
            long end = Math.min(from + count - before, chunk.edges);
            if (first < end) {
                target.copyFrom(chunk.slab.payloads, chunk.start + first, index + before + first - from, end - first);
            }
            before += chunk.edges;
        }
    }

    /** The number of bits that hold every value in {@code [0, count)}. */
    static int bitsFor(int count) {
        return count <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(count - 1);
    }

    private synchronized Slab newSlab(long length) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs edges = scope.longs(length);
            Slab slab = new Slab(edges, payloads ? scope.longs(length) : null);
            slabs.add(slab);
            scope.keep(edges);
            if (payloads) {
                scope.keep(slab.payloads);
            }
            return slab;
        }
    }

    /** Gives the memory of the edges back; their payloads stay. */
    synchronized void closeEdges() {
        slabs.forEach(slab -> slab.edges.close());
    }

    @Override
    public synchronized void close() {
        closeEdges();
        if (payloads) {
            slabs.forEach(slab -> slab.payloads.close());
        }
        slabs.clear();
    }

    /** Adds edges from one thread. Not thread-safe; several writers may be in use at once. */
    public final class Writer implements AutoCloseable {
        private final Open[] open = new Open[buckets.size()];
        private Slab slab;
        private long slabUsed;

        private static final class Open {
            private Slab slab;
            private long start;
            private int edges = CHUNK_EDGES;
        }

        public void add(int source, int target) {
            add(source, target, 0);
        }

        public void add(int source, int target, long payload) {
            assert 0 <= source && source < sourceCount && 0 <= target && target < targetCount : source + "-" + target;
            int bucket = source >>> shift;
            Open chunk = open[bucket];
            if (chunk == null || chunk.edges == CHUNK_EDGES) {
                chunk = nextChunk(bucket);
            }
            long at = chunk.start + chunk.edges;
            chunk.slab.edges.set(at, ((long) source << 32) | target);
            if (payloads) {
                chunk.slab.payloads.set(at, payload);
            }
            chunk.edges++;
        }

        private Open nextChunk(int bucket) {
            if (slab == null || slabUsed == slab.edges.length()) {
                // First of all: when it fails, the full chunk is not handed over yet and close() does it once.
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
