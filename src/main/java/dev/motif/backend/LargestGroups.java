package dev.motif.backend;

import dev.motif.backend.cost.MemoryEstimate;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Keeps the largest groups of vertices that a search has found so far; of equally large ones those that come first in an
 * order of groups, so that the result does not depend on the order in which workers find them. Thread-safe.
 *
 * @param <T> a group
 */
public final class LargestGroups<T> {
    /** The most groups to ask for: they are kept on the heap, with their members. */
    public static final int MOST = 100_000;

    /** About the heap that a group takes here beside itself. */
    public static final long GROUP_BYTES = 64;

    private final int count;
    private final Size<T> size;
    private final Predicate<T> wanted;

    /** The groups that are kept, each once, although devices find some again when one of them is lost. */
    private final TreeSet<Sized<T>> best;

    /** The size of the smallest group once enough are kept, 0 before. */
    private volatile long threshold;

    private record Sized<T>(long size, T group) {}

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
     */
    public LargestGroups(int count, Size<T> size, Comparator<T> order, Predicate<T> wanted) {
        this.count = count;
        this.size = size;
        this.wanted = wanted;
        this.best = new TreeSet<>(
                Comparator.<Sized<T>>comparingLong(Sized::size).reversed().thenComparing(Sized::group, order));
    }

    /** The {@code count} largest of all groups there are, the largest first. */
    public static <T> List<T> of(Iterator<T> all, int count, Size<T> size, Comparator<T> order) {
        LargestGroups<T> largest = new LargestGroups<>(count, size, order, any -> true);
        all.forEachRemaining(largest::offer);
        return largest.list();
    }

    /** The heap of {@code count} groups of {@code vertices} each, in two arrays at most; null where the count is 0. */
    public static MemoryEstimate estimate(int count, long vertices) {
        return count == 0
                ? null
                : MemoryEstimate.range("groups that are kept", 0, count * (2 * GROUP_BYTES + vertices * Integer.BYTES));
    }

    /** Smaller groups than this are not kept. It only grows. */
    public long threshold() {
        return threshold;
    }

    /** Keeps {@code group} if it is wanted and large enough. */
    public void offer(T group) {
        long least = threshold;
        long itsSize = size.of(group, least);
        if (itsSize >= least && wanted.test(group)) {
            add(new Sized<>(itsSize, group));
        }
    }

    private synchronized void add(Sized<T> group) {
        best.add(group);
        if (best.size() > count) {
            best.pollLast();
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
