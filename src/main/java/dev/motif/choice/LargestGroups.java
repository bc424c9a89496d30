package dev.motif.choice;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.HeapBytes;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Keeps the largest groups of vertices that a search has found so far; of equally large ones those that come first in an
 * order of groups, so that the result does not depend on the order in which workers find them. Thread-safe.
 *
 * @param <T> a group
 */
public final class LargestGroups<T> {
    /** The most groups to ask for: they are kept on the heap, with their members. */
    public static final int MOST = 100_000;

    /** The heap that a group takes here beside itself: its size, an entry of a tree, and its places in lists. */
    public static final long GROUP_BYTES =
            HeapBytes.object(Long.BYTES + HeapBytes.REFERENCE) + HeapBytes.object(5 * HeapBytes.REFERENCE + 1) + 16;

    private final int count;
    private final Size<T> size;
    private final Predicate<T> wanted;
    private final Heap<T> heap;

    /** The groups that are kept, each once, although devices find some again when one of them is lost. */
    private final TreeSet<Sized<T>> best;

    /** The size of the smallest group once enough are kept, 0 before. */
    private volatile long threshold;

    private record Sized<T>(long size, T group) {}

    /**
     * The heap of the groups that are kept, until they have been read.
     *
     * @param share owned by this
     * @param bytes the bytes of a group, with its arrays
     */
    public record Heap<T>(HeapBudget.Share share, ToLongFunction<T> bytes) implements AutoCloseable {
        /** @param of the groups, as errors name them */
        public Heap(HeapBudget budget, String of, ToLongFunction<T> bytes) {
            this(budget.share(of), bytes);
        }

        /** The bytes of a clique of {@code vertices} vertices. */
        public static long bytes(long vertices) {
            return HeapBytes.array(vertices, Integer.BYTES);
        }

        void add(T group) {
            share.add(GROUP_BYTES + bytes.applyAsLong(group));
        }

        void release(T group) {
            share.release(GROUP_BYTES + bytes.applyAsLong(group));
        }

        @Override
        public void close() {
            share.close();
        }
    }

    @FunctionalInterface
    public interface Size<T> {
        /** The size of {@code group}, 0 or more, where it is {@code least} or more; otherwise anything less than that. */
        long of(T group, long least);
    }

    /**
     * @param count how many groups to keep, 1 or more
     * @param size asked once for each group
     * @param order of equally large groups, of which only the same are equal
     * @param wanted which may be kept
     * @param heap gets the bytes of the groups, and is the caller's
     */
    public LargestGroups(int count, Size<T> size, Comparator<T> order, Predicate<T> wanted, Heap<T> heap) {
        this.count = count;
        this.size = size;
        this.wanted = wanted;
        this.heap = heap;
        this.best = new TreeSet<>(
                Comparator.<Sized<T>>comparingLong(Sized::size).reversed().thenComparing(Sized::group, order));
    }

    /**
     * The {@code count} largest of all groups there are, the largest first.
     *
     * @param heap gets their bytes, and is the caller's
     */
    public static <T> List<T> of(Iterator<T> all, int count, Size<T> size, Comparator<T> order, Heap<T> heap) {
        LargestGroups<T> largest = new LargestGroups<>(count, size, order, any -> true, heap);
        all.forEachRemaining(largest::offer);
        return largest.list();
    }

    /** The heap of {@code count} groups of {@code vertices} each, in two arrays at most; null where the count is 0. */
    public static MemoryEstimate estimate(int count, long vertices) {
        return count == 0
                ? null
                : MemoryEstimate.range(
                        "groups that are kept",
                        0,
                        count
                                * (GROUP_BYTES
                                        + HeapBytes.object(2 * HeapBytes.REFERENCE)
                                        + Heap.bytes(vertices)
                                        + Heap.bytes(0)));
    }

    /** Smaller groups than this are not kept. It only grows. */
    public long threshold() {
        return threshold;
    }

    /**
     * Keeps {@code group} if it is wanted and large enough.
     *
     * @throws HeapBudget.Exceeded when there is no heap for it
     */
    public void offer(T group) {
        long least = threshold;
        long itsSize = size.of(group, least);
        if (itsSize >= least && wanted.test(group)) {
            add(new Sized<>(itsSize, group));
        }
    }

    private synchronized void add(Sized<T> group) {
        heap.add(group.group());
        if (!best.add(group)) {
            heap.release(group.group());
        }
        if (best.size() > count) {
            heap.release(best.pollLast().group());
        }
        if (best.size() == count) {
            threshold = best.last().size();
        }
    }

    /** The groups that are kept, the largest first. */
    public synchronized List<T> list() {
        return best.stream().map(Sized::group).toList();
    }
}
