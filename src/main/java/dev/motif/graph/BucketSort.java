package dev.motif.graph;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;

/** Sorts the edges of one bucket of {@link EdgeBuckets} and drops duplicates. */
final class BucketSort {
    private final EdgeBuckets buckets;
    private final int bucket;
    private final int firstSource;
    private final int endSource;
    private final int targetBits;
    private final long count;
    private final Cancellation cancellation;
    /**
     * One payload of each edge, in the order in which the edges came, where there are several: the first kind while
     * edges are sorted.
     */
    private OffHeapLongs arrivedPayloads;

    BucketSort(EdgeBuckets buckets, int bucket, Cancellation cancellation) {
        this.buckets = buckets;
        this.bucket = bucket;
        this.firstSource = buckets.firstSource(bucket);
        this.endSource = buckets.endSource(bucket);
        this.targetBits = EdgeBuckets.bitsFor(buckets.targetCount());
        this.count = buckets.edgeCount(bucket);
        this.cancellation = cancellation;
    }

    /**
     * Sorts the bucket: writes the targets of its distinct edges to {@code neighbors} from {@code start} on, and for
     * each source the index of its first edge, relative to {@code start}, to {@code offsets}. Returns the number of
     * distinct edges.
     *
     * <p>The payloads in the bucket, if there are any, are replaced: first come the payloads of the distinct edges, in
     * order (where edges are parallel, the payloads of the edge with the smallest first payload), then the payloads of
     * the other parallel edges. These belong to distinct edges of the bucket whose indexes, ascending and counted from
     * 0, are written to {@code neighbors} behind the targets, where the duplicates leave room. Of several payloads all
     * are moved alike.
     */
    long sort(NativeMemory memory, OffHeapLongs offsets, OffHeapInts neighbors, long start) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RadixSort.Sorted arrived = buffers(scope);
            RadixSort.Sorted spare = buffers(scope);
            arrivedPayloads = buckets.payloads() > 1 ? scope.longs(count) : null;
            fill(arrived);
            RadixSort.Sorted sorted = RadixSort.sort(
                    arrived.keys(), arrived.payloads(), spare.keys(), spare.payloads(), count, keyBits(), cancellation);
            RadixSort.Sorted free = sorted.keys() == spare.keys() ? arrived : spare;
            long distinct = writeDistinct(sorted, free, offsets, neighbors, start);
            if (buckets.payloads() > 0) {
                writeParallel(sorted, free, neighbors, start, distinct);
            }
            return distinct;
        }
    }

    private RadixSort.Sorted buffers(OffHeapScope scope) {
        return new RadixSort.Sorted(scope.longs(count), buckets.payloads() > 0 ? scope.longs(count) : null);
    }

    private int keyBits() {
        return EdgeBuckets.bitsFor(endSource - firstSource) + targetBits;
    }

    private void fill(RadixSort.Sorted arrived) {
        long[] filled = {0};
        buckets.forEach(bucket, (edge, payload) -> {
            long at = filled[0]++;
            checkSometimes(at);
            arrived.keys().set(at, (((edge >>> 32) - firstSource) << targetBits) | (edge & 0xffffffffL));
            if (arrivedPayloads != null) {
                arrivedPayloads.set(at, payload);
                arrived.payloads().set(at, at);
            } else if (arrived.payloads() != null) {
                arrived.payloads().set(at, payload);
            }
        });
    }

    /** Checks the cancellation at the first edge and then as often as the sort does: hubs make large buckets. */
    private void checkSometimes(long edge) {
        if (edge % RadixSort.KEYS_PER_CHECK == 0) {
            cancellation.check();
        }
    }

    /**
     * Writes offsets and targets of the distinct edges and moves their payloads to the front. The payloads of the other
     * parallel edges go to {@code free}, each with the index of its distinct edge as the key. In place of several payloads
     * this moves the place at which an edge came.
     */
    private long writeDistinct(
            RadixSort.Sorted sorted, RadixSort.Sorted free, OffHeapLongs offsets, OffHeapInts neighbors, long start) {
        long targetMask = (1L << targetBits) - 1;
        OffHeapLongs payloads = sorted.payloads();
        long distinct = 0;
        int nextSource = firstSource;
        long last = -1;
        for (long i = 0; i < count; i++) {
            checkSometimes(i);
            long key = sorted.keys().get(i);
            if (key == last) {
                if (payloads != null) {
                    keepSmallest(payloads, distinct - 1, payloads.get(i), free, i - distinct);
                }
                continue;
            }
            last = key;
            int source = firstSource + (int) (key >>> targetBits);
            while (nextSource <= source) {
                offsets.set(nextSource++, distinct);
            }
            neighbors.set(start + distinct, (int) (key & targetMask));
            if (payloads != null) {
                payloads.set(distinct, payloads.get(i));
            }
            distinct++;
        }
        while (nextSource < endSource) {
            offsets.set(nextSource++, distinct);
        }
        return distinct;
    }

    /**
     * Keeps the smaller payload for the edge and puts the larger one into {@code others}, so that the result does not
     * depend on the order in which parallel edges came.
     */
    private void keepSmallest(
            OffHeapLongs payloads, long edge, long payload, RadixSort.Sorted others, long otherIndex) {
        long kept = payloads.get(edge);
        boolean smaller =
                arrivedPayloads == null ? payload < kept : arrivedPayloads.get(payload) < arrivedPayloads.get(kept);
        payloads.set(edge, smaller ? payload : kept);
        others.payloads().set(otherIndex, smaller ? kept : payload);
        others.keys().set(otherIndex, edge);
    }

    /**
     * Writes the indexes and the payloads of the parallel edges behind the payloads of the distinct edges; see {@link
     * #sort}.
     */
    private void writeParallel(
            RadixSort.Sorted sorted, RadixSort.Sorted others, OffHeapInts neighbors, long start, long distinct) {
        OffHeapLongs payloads = sorted.payloads();
        long parallel = count - distinct;
        for (long i = 0; i < parallel; i++) {
            neighbors.set(start + distinct + i, Math.toIntExact(others.keys().get(i)));
        }
        payloads.copyFrom(others.payloads(), 0, distinct, parallel);
        if (arrivedPayloads == null) {
            buckets.replacePayloads(bucket, 0, payloads);
            return;
        }
        OffHeapLongs moved = sorted.keys();
        for (int payload = 0; payload < buckets.payloads(); payload++) {
            if (payload > 0) {
                buckets.copyPayloads(bucket, payload, 0, count, arrivedPayloads, 0);
            }
            for (long i = 0; i < count; i++) {
                checkSometimes(i);
                moved.set(i, arrivedPayloads.get(payloads.get(i)));
            }
            buckets.replacePayloads(bucket, payload, moved);
        }
    }
}
