package dev.motif.bench;

import dev.motif.backend.work.ExactSum;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * Exact figures by which two runs, or two programs, compare many values.
 *
 * @param count how many values there are
 * @param max the largest value, 0 when there is none
 * @param sumsq the sum of the squares
 */
public record ValueChecksum(long count, BigInteger sum, long max, BigInteger sumsq) {
    private static final long VALUES_PER_TASK = 1 << 22;

    /** The sum of 2^31 squares of smaller values fits the 127 bits of an {@link ExactSum}. */
    private static final long LARGE = 1L << 47;

    /** @param values all 0 or more */
    public static ValueChecksum of(OffHeapLongs values) {
        return of(values.length(), values::get);
    }

    /** @param values all 0 or more */
    public static ValueChecksum of(OffHeapInts values) {
        return of(values.length(), values::get);
    }

    private static ValueChecksum of(long length, LongUnaryOperator values) {
        return LongStream.range(0, (length + VALUES_PER_TASK - 1) / VALUES_PER_TASK)
                .parallel()
                .mapToObj(task -> of(task * VALUES_PER_TASK, Math.min(length, (task + 1) * VALUES_PER_TASK), values))
                .reduce(new ValueChecksum(0, BigInteger.ZERO, 0, BigInteger.ZERO), ValueChecksum::plus);
    }

    private static ValueChecksum of(long from, long to, LongUnaryOperator values) {
        ExactSum sum = new ExactSum();
        ExactSum squares = new ExactSum();
        BigInteger largeSquares = BigInteger.ZERO;
        long max = 0;
        for (long i = from; i < to; i++) {
            long value = values.applyAsLong(i);
            if (value < 0) {
                throw new IllegalStateException("value " + i + " is negative: " + value);
            }
            sum.add(value);
            max = Math.max(max, value);
            if (value < LARGE) {
                squares.addProduct(value, value);
            } else {
                largeSquares = largeSquares.add(BigInteger.valueOf(value).pow(2));
            }
        }
        return new ValueChecksum(
                to - from, sum.toBigInteger(), max, squares.toBigInteger().add(largeSquares));
    }

    ValueChecksum plus(ValueChecksum other) {
        return new ValueChecksum(
                count + other.count, sum.add(other.sum), Math.max(max, other.max), sumsq.add(other.sumsq));
    }

    /** All as decimal strings, since JSON's readers may not keep more than 53 bits. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("count", Long.toString(count));
        map.put("sum", sum.toString());
        map.put("max", Long.toString(max));
        map.put("sumsq", sumsq.toString());
        return map;
    }
}
