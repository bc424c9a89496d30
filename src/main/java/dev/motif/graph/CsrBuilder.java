package dev.motif.graph;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.SharedBytes;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds sorted, duplicate-free {@link Csr} graphs from edges in any order.
 *
 * <p>The work is O(edges): radix passes over buckets that fit into a core's cache, spread over the workers. In addition
 * to the result it needs the buckets (8 bytes an edge, and 8 for each payload) and at most 6 bytes an edge to sort
 * them, or as much as the largest bucket takes if that is more; then 8 bytes an edge while the other direction is made. The
 * edges in the buckets are freed before the payloads of the result are allocated.
 */
public record CsrBuilder(NativeMemory memory, Workers workers) {
    private static final long SLOTS_PER_TASK = 1 << 16;

    /** The average number of slots in a bucket of {@link #transpose}, or of targets if there are more targets than slots. */
    private static final long TRANSPOSE_BUCKET_SIZE = 1 << 16;

    private static final int LEAST_RANGE_BITS = 5;
    private static final int MOST_RANGE_BITS = 9;

    /**
     * With skewed degrees the largest bucket is taken to need as much memory as
     * {@code 1 + min(MOST_MORE, SHARE_MORE * buckets)} buckets of average size.
     */
    private static final double MOST_MORE = 7;

    /** See {@link #MOST_MORE}. */
    private static final double SHARE_MORE = 0.4;

    /**
     * The bytes an edge that all workers together may use to sort buckets: few enough that, with payloads, less than 12
     * bytes an edge are needed beyond the graph at any time.
     */
    private static final long SORTING_BYTES_PER_EDGE = 6;

    /**
     * The result of {@link #build}. The caller owns it.
     *
     * @param csr the edges from source to target
     * @param payloads the first payload of each slot (the smallest where edges were parallel), or null when there were none
     * @param parallel the first payloads of the other parallel edges, or null when there were no payloads
     * @param further the second payload and those after it, of the same edges
     * @param duplicates the number of edges that were dropped because another edge joins the same two vertices
     */
    public record Built(Csr csr, OffHeapLongs payloads, ParallelEdges parallel, List<Further> further, long duplicates)
            implements AutoCloseable {
        @Override
        public void close() {
            csr.close();
            if (payloads != null) {
                payloads.close();
                parallel.close();
            }
            further.forEach(Further::close);
        }
    }

    /**
     * One more payload of edges.
     *
     * @param payloads by slot
     * @param parallel the payloads of the other parallel edges, in the order of {@link ParallelEdges}
     */
    public record Further(OffHeapLongs payloads, OffHeapLongs parallel) implements AutoCloseable {
        @Override
        public void close() {
            payloads.close();
            parallel.close();
        }
    }

    /**
     * The edges that were dropped because a parallel edge, of a smaller or the same payload, has their slot.
     *
     * @param slots the slot of each of these edges, ascending
     * @param payloads the payload of each of these edges, in the same order
     */
    public record ParallelEdges(OffHeapLongs slots, OffHeapLongs payloads) implements AutoCloseable {
        @Override
        public void close() {
            slots.close();
            payloads.close();
        }
    }

    /** An estimate of the off-heap bytes that sorting needs at least: when one worker sorts buckets of equal sizes. */
    public static long leastSortingBytes(int sourceCount, long edges, int payloads) {
        return sortingBytes(edges / Math.max(1, EdgeBuckets.bucketCount(sourceCount, edges)), payloads);
    }

    /** An estimate of the off-heap bytes that sorting needs at most: when skewed degrees make some buckets larger. */
    public static long largestSortingBytes(int sourceCount, long edges, int payloads, int workers) {
        int buckets = EdgeBuckets.bucketCount(sourceCount, edges);
        double more = Math.min(MOST_MORE, SHARE_MORE * buckets);
        double average = leastSortingBytes(sourceCount, edges, payloads);
        double largest = Math.min(buckets, 1 + more) * average;
        double together = Math.min(buckets, workers + more) * average;
        return (long) Math.min(together, Math.max(largest, sortingLimitBytes(edges)));
    }

    /**
     * An estimate of the most heap bytes: the lists of the buckets, and the positions that {@link #transpose} uses to
     * place edges by target.
     */
    public static long mostHeapBytes(long targets, long edges, int workers) {
        long placing = workers * TargetRanges.of(edges, targets).largest(targets) * Long.BYTES;
        return EdgeBuckets.heapBytes(edges) + placing;
    }

    /** The off-heap bytes to sort a bucket of {@code edges} edges: two buffers of its size, and one for several payloads. */
    private static long sortingBytes(long edges, int payloads) {
        long buffers = 2 * EdgeBuckets.bytesPerEdge(Math.min(1, payloads));
        return edges * (buffers + (payloads > 1 ? Long.BYTES : 0));
    }

    /** The off-heap bytes that all workers together may use to sort, unless one bucket needs more. */
    private static long sortingLimitBytes(long edges) {
        return edges * SORTING_BYTES_PER_EDGE;
    }

    /** The off-heap bytes that {@link #transpose} needs temporarily, in addition to the two directions. */
    public static long transposingBytes(long slots) {
        return slots * Long.BYTES;
    }

    /**
     * Builds the graph of all edges in {@code buckets} and frees these edges. After that the buckets can only be
     * closed.
     */
    public Built build(EdgeBuckets buckets) {
        int bucketCount = buckets.bucketCount();
        long[] start = new long[bucketCount + 1];
        for (int bucket = 0; bucket < bucketCount; bucket++) {
            start[bucket + 1] = start[bucket] + buckets.edgeCount(bucket);
        }
        long edges = start[bucketCount];
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(buckets.sourceCount() + 1L);
            OffHeapInts neighbors = scope.ints(edges);
            long[] exactStart = new long[bucketCount + 1];
            SharedBytes sorting = new SharedBytes(Math.max(1, sortingLimitBytes(edges)));
            workers.forRanges(bucketCount, 1, (worker, range, end) -> {
                int bucket = (int) range;
                long bytes = sortingBytes(start[bucket + 1] - start[bucket], buckets.payloads());
                try (SharedBytes.Taken ignored = sorting.take(bytes)) {
                    exactStart[bucket + 1] = new BucketSort(buckets, bucket, workers.cancellation())
                            .sort(memory, offsets, neighbors, start[bucket]);
                }
            });
            buckets.closeEdges();
            for (int bucket = 0; bucket < bucketCount; bucket++) {
                exactStart[bucket + 1] += exactStart[bucket];
            }
            long total = exactStart[bucketCount];
            boolean withPayloads = buckets.payloads() > 0;
            OffHeapLongs payloads = withPayloads ? scope.own(payloads(buckets, 0, exactStart)) : null;
            ParallelEdges parallel =
                    withPayloads ? scope.own(parallelEdges(buckets, neighbors, start, exactStart)) : null;
            List<Further> further = new ArrayList<>();
            for (int payload = 1; payload < buckets.payloads(); payload++) {
                buckets.closePayloads(payload - 1);
                further.add(scope.own(further(buckets, payload, start, exactStart)));
            }
            for (int bucket = 0; bucket < bucketCount; bucket++) {
                long distinct = exactStart[bucket + 1] - exactStart[bucket];
                neighbors.copyFrom(neighbors, start[bucket], exactStart[bucket], distinct);
            }
            addBucketStarts(buckets, offsets, exactStart);
            offsets.set(buckets.sourceCount(), total);
            neighbors.truncate(total);
            if (withPayloads) {
                scope.keep(payloads);
                scope.keep(parallel);
            }
            further.forEach(scope::keep);
            Csr csr = new Csr(scope.keep(offsets), scope.keep(neighbors));
            return new Built(csr, payloads, parallel, further, edges - total);
        }
    }

    private Further further(EdgeBuckets buckets, int payload, long[] start, long[] exactStart) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs own = scope.own(payloads(buckets, payload, exactStart));
            OffHeapLongs parallel = scope.longs(start[buckets.bucketCount()] - exactStart[buckets.bucketCount()]);
            workers.forRanges(
                    buckets.bucketCount(),
                    1,
                    (worker, bucket, end) -> copyParallel(buckets, payload, (int) bucket, start, exactStart, parallel));
            return new Further(scope.keep(own), scope.keep(parallel));
        }
    }

    private static void copyParallel(
            EdgeBuckets buckets, int payload, int bucket, long[] start, long[] exactStart, OffHeapLongs parallel) {
        long distinct = exactStart[bucket + 1] - exactStart[bucket];
        long others = start[bucket + 1] - start[bucket] - distinct;
        buckets.copyPayloads(bucket, payload, distinct, others, parallel, start[bucket] - exactStart[bucket]);
    }

    /** A payload of the distinct edges, which {@link BucketSort} has put first in each bucket. */
    private OffHeapLongs payloads(EdgeBuckets buckets, int payload, long[] exactStart) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs payloads = scope.longs(exactStart[buckets.bucketCount()]);
            workers.forRanges(buckets.bucketCount(), 1, (worker, bucket, end) -> {
                long first = exactStart[(int) bucket];
                buckets.copyPayloads((int) bucket, payload, 0, exactStart[(int) end] - first, payloads, first);
            });
            return scope.keep(payloads);
        }
    }

    /**
     * The payloads of the other parallel edges, as {@link BucketSort} has left them in the buckets and their indexes in
     * {@code neighbors}.
     */
    private ParallelEdges parallelEdges(EdgeBuckets buckets, OffHeapInts neighbors, long[] start, long[] exactStart) {
        int bucketCount = buckets.bucketCount();
        long count = start[bucketCount] - exactStart[bucketCount];
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs slots = scope.longs(count);
            OffHeapLongs payloads = scope.longs(count);
            workers.forRanges(bucketCount, 1, (worker, range, end) -> {
                int bucket = (int) range;
                long distinct = exactStart[bucket + 1] - exactStart[bucket];
                long parallel = start[bucket + 1] - start[bucket] - distinct;
                long before = start[bucket] - exactStart[bucket];
                for (long i = 0; i < parallel; i++) {
                    slots.set(before + i, exactStart[bucket] + neighbors.get(start[bucket] + distinct + i));
                }
                copyParallel(buckets, 0, bucket, start, exactStart, payloads);
            });
            return new ParallelEdges(scope.keep(slots), scope.keep(payloads));
        }
    }

    /** Turns offsets that are relative to their bucket into slots of the whole graph. */
    private void addBucketStarts(EdgeBuckets buckets, OffHeapLongs offsets, long[] start) {
        workers.forRanges(buckets.bucketCount(), 1, (worker, bucket, end) -> {
            for (int v = buckets.firstSource((int) bucket); v < buckets.endSource((int) bucket); v++) {
                offsets.add(v, start[(int) bucket]);
            }
        });
    }

    /**
     * Reverses all edges: the result has a row for each target, which holds its sources, ascending. The caller owns it.
     *
     * @param targetCount the number of rows of the result; neighbors in {@code csr} are in {@code [0, targetCount)}
     */
    public Csr transpose(Csr csr, int targetCount) {
        long slots = csr.slotCount();
        TargetRanges ranges = TargetRanges.of(slots, targetCount);
        int bucketCount = targetCount == 0 ? 0 : ranges.of(targetCount - 1) + 1;
        long chunk = Math.max(SLOTS_PER_TASK, slots / (workers.concurrency() * 4L) + 1);
        int chunks = (int) ((slots + chunk - 1) / chunk);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.zeroedLongs(targetCount + 1L);
            OffHeapInts neighbors = scope.ints(slots);
            OffHeapLongs edges = scope.longs(slots);
            long[][] positions = new long[chunks][bucketCount];
            workers.forRanges(slots, chunk, (worker, from, to) -> {
                long[] sizes = positions[(int) (from / chunk)];
                for (long slot = from; slot < to; slot++) {
                    sizes[ranges.of(csr.neighbor(slot))]++;
                }
            });
            long[] bucketStart = startsOf(positions, bucketCount);
            workers.forRanges(slots, chunk, (worker, from, to) -> {
                long[] next = positions[(int) (from / chunk)];
                int source = csr.vertexOf(from);
                for (long slot = from; slot < to; slot++) {
                    while (slot >= csr.end(source)) {
                        source++;
                    }
                    int target = csr.neighbor(slot);
                    edges.set(next[ranges.of(target)]++, ((long) target << 32) | source);
                }
            });
            workers.forRanges(bucketCount, 1, (worker, bucket, end) -> {
                int first = (int) ranges.first((int) bucket);
                int last = (int) Math.min(targetCount, ranges.first((int) bucket + 1));
                long from = bucketStart[(int) bucket];
                long to = bucketStart[(int) bucket + 1];
                placeBucket(edges, from, to, first, last, offsets, neighbors);
            });
            offsets.set(targetCount, slots);
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    /**
     * Ranges of targets: {@code 2^bits} from each power of 2 to the next, equally long. So each of the first targets, which
     * are the hubs of a ranked graph and have most of its slots, has a range of its own.
     */
    private record TargetRanges(int bits) {
        /** @param targets 0 or more */
        static TargetRanges of(long slots, long targets) {
            long wanted = Math.max(slots, targets) / TRANSPOSE_BUCKET_SIZE + 1;
            int bits = Long.SIZE - Long.numberOfLeadingZeros(wanted);
            return new TargetRanges(Math.max(LEAST_RANGE_BITS, Math.min(MOST_RANGE_BITS, bits)));
        }

        /** The number of the range of a target, from 0. */
        int of(int target) {
            int shift = Math.max(0, Integer.SIZE - 1 - bits - Integer.numberOfLeadingZeros(target));
            return (shift << bits) + (target >>> shift);
        }

        long first(int range) {
            int shift = Math.max(0, (range >>> bits) - 1);
            return (long) range - (shift << bits) << shift;
        }

        /** The length of the longest range of {@code targets} targets. */
        long largest(long targets) {
            return Math.max(1, Long.highestOneBit(targets) >>> bits);
        }
    }

    /**
     * Turns {@code sizes[chunk][bucket]} into the first position of each chunk's part of each bucket, where buckets
     * follow one another. Returns the position where each bucket begins, and last the end of all.
     */
    private static long[] startsOf(long[][] sizes, int bucketCount) {
        long[] start = new long[bucketCount + 1];
        long next = 0;
        for (int bucket = 0; bucket < bucketCount; bucket++) {
            start[bucket] = next;
            for (long[] chunk : sizes) {
                long size = chunk[bucket];
                chunk[bucket] = next;
                next += size;
            }
        }
        start[bucketCount] = next;
        return start;
    }

    /**
     * Sorts {@code edges[from, to)} by target (counting sort) and writes their offsets and sources; the sources of each
     * target stay in ascending order.
     */
    private static void placeBucket(
            OffHeapLongs edges,
            long from,
            long to,
            int firstTarget,
            int endTarget,
            OffHeapLongs offsets,
            OffHeapInts neighbors) {
        long[] next = new long[endTarget - firstTarget];
        for (long i = from; i < to; i++) {
            next[(int) (edges.get(i) >>> 32) - firstTarget]++;
        }
        long start = from;
        for (int target = firstTarget; target < endTarget; target++) {
            long size = next[target - firstTarget];
            offsets.set(target, start);
            next[target - firstTarget] = start;
            start += size;
        }
        for (long i = from; i < to; i++) {
            long edge = edges.get(i);
            neighbors.set(next[(int) (edge >>> 32) - firstTarget]++, (int) edge);
        }
    }

    /**
     * Builds the graph of both directions of some edges. The caller owns the result.
     *
     * @param forward the edges {@code (u, v)} with {@code u < v}, in the row of {@code u}
     * @param backward the transpose of {@code forward}
     */
    public Csr symmetric(Csr forward, Csr backward) {
        int vertices = forward.vertexCount();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(vertices + 1L);
            OffHeapInts neighbors = scope.ints(2 * forward.slotCount());
            workers.forRanges(vertices + 1L, SLOTS_PER_TASK, (worker, from, to) -> {
                for (long v = from; v < to; v++) {
                    offsets.set(v, forward.offsets().get(v) + backward.offsets().get(v));
                }
            });
            workers.forRanges(vertices, SLOTS_PER_TASK, (worker, from, to) -> {
                for (int v = (int) from; v < to; v++) {
                    long at = offsets.get(v);
                    neighbors.copyFrom(backward.neighbors(), backward.start(v), at, backward.degree(v));
                    neighbors.copyFrom(
                            forward.neighbors(), forward.start(v), at + backward.degree(v), forward.degree(v));
                }
            });
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }
}
