package dev.motif.report.chart;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/**
 * A number, 0 or more, for each vertex or edge. Reads memory that it does not own.
 *
 * @param length the number of vertices or edges
 * @param at the number at an index in {@code [0, length)}; called by several threads at once
 */
public record Values(long length, LongUnaryOperator at) {
    private static final long GRAIN = 1 << 16;

    public static Values of(OffHeapLongs values) {
        return new Values(values.length(), values::get);
    }

    public static Values of(OffHeapInts values) {
        return new Values(values.length(), values::get);
    }

    /** The largest of the numbers, 0 when there are none. */
    public long max(Workers workers) {
        long[] largest = new long[workers.concurrency()];
        workers.forRanges(length, GRAIN, (worker, from, to) -> {
            long max = largest[worker];
            for (long i = from; i < to; i++) {
                max = Math.max(max, at.applyAsLong(i));
            }
            largest[worker] = max;
        });
        return Arrays.stream(largest).max().orElse(0);
    }

    record At(long index, long number) {}

    /** The largest first, and of equal ones that with the smaller index. */
    private static final Comparator<At> LARGEST =
            Comparator.comparingLong(At::number).reversed().thenComparingLong(At::index);

    /** The largest of the numbers that are above 0, at most {@code most} of them. */
    List<At> largest(int most, Workers workers) {
        List<PriorityQueue<At>> queues = Stream.generate(() -> new PriorityQueue<At>(LARGEST.reversed()))
                .limit(workers.concurrency())
                .toList();
        workers.forRanges(length, GRAIN, (worker, from, to) -> {
            PriorityQueue<At> largest = queues.get(worker);
            for (long i = from; i < to; i++) {
                long number = at.applyAsLong(i);
                if (number > 0 && (largest.size() < most || number >= largest.peek().number)) {
                    largest.add(new At(i, number));
                    if (largest.size() > most) {
                        largest.remove();
                    }
                }
            }
        });
        return queues.stream()
                .flatMap(Collection::stream)
                .sorted(LARGEST)
                .limit(most)
                .toList();
    }

    /** The count of numbers in each of {@code ranges}, which have to include every number. */
    List<BigInteger> countIn(Ranges ranges, Workers workers) {
        long[][] counts = new long[workers.concurrency()][ranges.count()];
        workers.forRanges(length, GRAIN, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                counts[worker][ranges.indexOf(at.applyAsLong(i))]++;
            }
        });
        long[] total = new long[ranges.count()];
        for (long[] part : counts) {
            Arrays.setAll(total, i -> total[i] + part[i]);
        }
        return Arrays.stream(total).mapToObj(BigInteger::valueOf).toList();
    }
}
