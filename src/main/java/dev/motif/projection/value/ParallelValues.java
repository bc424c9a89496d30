package dev.motif.projection.value;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Workers;
import java.util.function.LongFunction;

/**
 * The values of parallel relationships, which become one value of their edge, or a list.
 *
 * @param property says how
 * @param type of the values
 * @param first the value of the first relationship of each edge, which becomes the value of the edge
 * @param slots the edge of each relationship beside the first of its edge, ascending
 * @param others the value of each of these
 * @param ends the two nodes of an edge, for errors
 */
public record ParallelValues(
        Property property,
        ValueType type,
        OffHeapLongs first,
        OffHeapLongs slots,
        OffHeapLongs others,
        LongFunction<String> ends) {
    private static final int GRAIN = 1 << 14;

    /** Makes one value of two that are there. */
    @FunctionalInterface
    private interface Operation {
        long of(long edge, long a, long b);
    }

    /**
     * Leaves one value of each edge in {@link #first}.
     *
     * @param memory for sorting
     * @throws IllegalArgumentException when values differ that must be the same, or a sum is too large
     */
    public void aggregate(NativeMemory memory, Workers workers) {
        switch (property.aggregation()) {
            case SAME -> combine(property.isDirection() ? (edge, a, b) -> a | b : this::same, workers);
            case MIN -> combine((edge, a, b) -> type.compare(a, b) <= 0 ? a : b, workers);
            case MAX -> combine((edge, a, b) -> type.compare(a, b) >= 0 ? a : b, workers);
            case SUM -> {
                if (type == ValueType.FLOAT) {
                    // The sum of doubles depends on their order.
                    sort(memory, workers);
                }
                combine(this::sum, workers);
            }
            case COUNT -> count(workers);
            case SINGLE -> {}
            case KEEP -> throw new IllegalStateException("lists are no single values");
        }
    }

    private long same(long edge, long a, long b) {
        if (a != b) {
            throw property.wrong("parallel relationships between " + ends.apply(edge) + " have different values of "
                    + property.quotedKey()
                    + "; say which with `aggregation`: 'MIN', 'MAX', 'SUM', 'SINGLE' or 'COUNT', or keep all of them"
                    + " with `parallel: 'KEEP'`");
        }
        return a;
    }

    private long sum(long edge, long a, long b) {
        if (type == ValueType.FLOAT) {
            double first = Double.longBitsToDouble(a);
            double second = Double.longBitsToDouble(b);
            if (Double.isInfinite(first + second) && Double.isFinite(first) && Double.isFinite(second)) {
                throw tooLarge(edge, "is beyond the range of a FLOAT");
            }
            return Double.doubleToLongBits(first + second);
        }
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0 || type.isMissing(sum)) {
            throw tooLarge(edge, "does not fit 64 bits");
        }
        return sum;
    }

    private IllegalArgumentException tooLarge(long edge, String what) {
        return property.wrong("the sum of " + property.quotedKey() + " over the parallel relationships between "
                + ends.apply(edge) + " " + what);
    }

    private void combine(Operation operation, Workers workers) {
        forOthers(workers, (from, to) -> {
            for (long i = from; i < to; i++) {
                long edge = slots.get(i);
                long value = others.get(i);
                if (!type.isMissing(value)) {
                    long before = first.get(edge);
                    first.set(edge, type.isMissing(before) ? value : operation.of(edge, before, value));
                }
            }
        });
    }

    private void count(Workers workers) {
        workers.forRanges(first.length(), GRAIN, (worker, from, to) -> {
            for (long edge = from; edge < to; edge++) {
                first.set(edge, type.isMissing(first.get(edge)) ? 0 : 1);
            }
        });
        forOthers(workers, (from, to) -> {
            for (long i = from; i < to; i++) {
                first.add(slots.get(i), type.isMissing(others.get(i)) ? 0 : 1);
            }
        });
    }

    /** A range of the {@link #others} that has all of an edge, or none. */
    @FunctionalInterface
    private interface Range {
        void run(long from, long to);
    }

    private void forOthers(Workers workers, Range range) {
        workers.forRanges(first.length(), GRAIN, (worker, edge, end) -> {
            long from = slots.lowerBound(0, slots.length(), edge);
            long to = slots.lowerBound(from, slots.length(), end);
            if (from < to) {
                range.run(from, to);
            }
        });
    }

    /** Sorts the {@link #others} of each edge. */
    private void sort(NativeMemory memory, Workers workers) {
        forOthers(workers, (from, to) -> {
            long count = to - from;
            if (count == 1) {
                return;
            }
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs keys = scope.longs(count);
                OffHeapLongs edges = scope.longs(count);
                for (long i = 0; i < count; i++) {
                    keys.set(i, type.orderOf(others.get(from + i)));
                }
                edges.copyFrom(slots, from, 0, count);
                OffHeapLongs spareKeys = scope.longs(count);
                OffHeapLongs spareEdges = scope.longs(count);
                RadixSort.Sorted byValue =
                        RadixSort.sort(keys, edges, spareKeys, spareEdges, count, Long.SIZE, workers.cancellation());
                boolean spare = byValue.keys() == spareKeys;
                RadixSort.Sorted byEdge = RadixSort.sort(
                        byValue.payloads(),
                        byValue.keys(),
                        spare ? edges : spareEdges,
                        spare ? keys : spareKeys,
                        count,
                        Long.SIZE,
                        workers.cancellation());
                for (long i = 0; i < count; i++) {
                    others.set(from + i, type.ofOrder(byEdge.payloads().get(i)));
                }
            }
        });
    }

    /**
     * The values of each edge as a list, which the caller owns.
     *
     * @param aligned whether the lists have a value for each relationship, in the order of these, be it missing; else they
     *     have the values that are there, ascending
     */
    public ValueLists lists(boolean aligned, NativeMemory memory, Workers workers) {
        if (!aligned) {
            sort(memory, workers);
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs starts = scope.longs(first.length() + 1);
            long next = 0;
            long other = 0;
            for (long edge = 0; edge < first.length(); edge++) {
                if (edge % GRAIN == 0) {
                    workers.cancellation().check();
                }
                starts.set(edge, next);
                next += isListed(first.get(edge), aligned) ? 1 : 0;
                for (; other < slots.length() && slots.get(other) == edge; other++) {
                    next += isListed(others.get(other), aligned) ? 1 : 0;
                }
            }
            starts.set(first.length(), next);
            OffHeapLongs values = scope.longs(next);
            workers.forRanges(first.length(), GRAIN, (worker, from, to) -> {
                long i = slots.lowerBound(0, slots.length(), from);
                for (long edge = from; edge < to; edge++) {
                    long at = starts.get(edge);
                    long own = first.get(edge);
                    boolean due = isListed(own, aligned);
                    for (; i < slots.length() && slots.get(i) == edge; i++) {
                        long value = others.get(i);
                        if (!isListed(value, aligned)) {
                            continue;
                        }
                        if (due && (aligned || type.compare(own, value) <= 0)) {
                            values.set(at++, own);
                            due = false;
                        }
                        values.set(at++, value);
                    }
                    if (due) {
                        values.set(at, own);
                    }
                }
            });
            return new ValueLists(scope.keep(starts), scope.keep(values));
        }
    }

    private boolean isListed(long value, boolean aligned) {
        return aligned || !type.isMissing(value);
    }
}
