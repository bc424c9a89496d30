package dev.motif.graph;

/** Sorts one of {@link EdgeBuckets} and drops the duplicates. */
final class BucketSort {
    private final EdgeBuckets buckets;
    private final int bucket;
    private final int firstSource;
    private final int endSource;
    private final int targetBits;
    private final long count;

    BucketSort(EdgeBuckets buckets, int bucket) {
        this.buckets = buckets;
        this.bucket = bucket;
        this.firstSource = buckets.firstSource(bucket);
        this.endSource = buckets.endSource(bucket);
        this.targetBits = EdgeBuckets.bitsFor(buckets.targetCount());
        this.count = buckets.edgeCount(bucket);
    }

    /**
     * Writes the targets of the distinct edges to {@code neighbors} from {@code start} on, and where each source begins,
     * relative to {@code start}, to {@code offsets}; returns how many there are.
     *
     * <p>Payloads go back into the bucket, that of each distinct edge, the smallest where edges are parallel, and then the
     * others. In {@code neighbors} those have what the duplicates leave free: there is the number of the edge, among those of
     * the bucket, that each of them belongs to, ascending.
     */
    long sort(NativeMemory memory, OffHeapLongs offsets, OffHeapInts neighbors, long start) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RadixSort.Sorted arrived = buffers(scope);
            RadixSort.Sorted spare = buffers(scope);
            fill(arrived);
            RadixSort.Sorted sorted = RadixSort.sort(
                    arrived.keys(), arrived.payloads(), spare.keys(), spare.payloads(), count, keyBits());
            RadixSort.Sorted free = sorted.keys() == spare.keys() ? arrived : spare;
            long distinct = writeDistinct(sorted, free, offsets, neighbors, start);
            if (buckets.hasPayloads()) {
                writeParallel(sorted.payloads(), free, neighbors, start, distinct);
            }
            return distinct;
        }
    }

    private RadixSort.Sorted buffers(OffHeapScope scope) {
        return new RadixSort.Sorted(scope.longs(count), buckets.hasPayloads() ? scope.longs(count) : null);
    }

    private int keyBits() {
        return EdgeBuckets.bitsFor(endSource - firstSource) + targetBits;
    }

    private void fill(RadixSort.Sorted arrived) {
        long[] filled = {0};
        buckets.forEach(bucket, (edge, payload) -> {
            long at = filled[0]++;
            arrived.keys().set(at, (((edge >>> 32) - firstSource) << targetBits) | (edge & 0xffffffffL));
            if (arrived.payloads() != null) {
                arrived.payloads().set(at, payload);
            }
        });
    }

    /** Moves the payloads of distinct edges to the front, and the others with the number of their edge to {@code free}. */
    private long writeDistinct(
            RadixSort.Sorted sorted, RadixSort.Sorted free, OffHeapLongs offsets, OffHeapInts neighbors, long start) {
        long targetMask = (1L << targetBits) - 1;
        OffHeapLongs payloads = sorted.payloads();
        long distinct = 0;
        int nextSource = firstSource;
        long last = -1;
        for (long i = 0; i < count; i++) {
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

    /** Whatever order parallel edges came in: the smallest payload is the edge's. */
    private static void keepSmallest(
            OffHeapLongs payloads, long edge, long payload, RadixSort.Sorted others, long otherIndex) {
        long kept = payloads.get(edge);
        payloads.set(edge, Math.min(kept, payload));
        others.payloads().set(otherIndex, Math.max(kept, payload));
        others.keys().set(otherIndex, edge);
    }

    private void writeParallel(
            OffHeapLongs payloads, RadixSort.Sorted others, OffHeapInts neighbors, long start, long distinct) {
        long parallel = count - distinct;
        for (long i = 0; i < parallel; i++) {
            neighbors.set(start + distinct + i, Math.toIntExact(others.keys().get(i)));
        }
        payloads.copyFrom(others.payloads(), 0, distinct, parallel);
        buckets.replacePayloads(bucket, payloads);
    }
}
