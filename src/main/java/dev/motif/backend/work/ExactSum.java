package dev.motif.backend.work;

import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * A sum that cannot wrap: it has 127 bits, and a larger one throws an {@link ArithmeticException}. Not thread-safe;
 * each thread uses its own.
 */
public final class ExactSum {
    private long high;
    private long low;

    /** Adds {@code value}, read as unsigned. */
    public void add(long value) {
        low += value;
        if (Long.compareUnsigned(low, value) < 0) {
            carry(1);
        }
    }

    /** Adds {@code a * b}, both 0 or more. */
    public void addProduct(long a, long b) {
        carry(Math.multiplyHigh(a, b));
        add(a * b);
    }

    public void add(ExactSum other) {
        carry(other.high);
        add(other.low);
    }

    /** A sum for each worker. */
    public static ExactSum[] forWorkers(Workers workers) {
        ExactSum[] sums = new ExactSum[workers.concurrency()];
        Arrays.setAll(sums, worker -> new ExactSum());
        return sums;
    }

    public static ExactSum of(ExactSum[] sums) {
        ExactSum all = new ExactSum();
        for (ExactSum sum : sums) {
            all.add(sum);
        }
        return all;
    }

    private void carry(long amount) {
        high = Math.addExact(high, amount);
    }

    public BigInteger toBigInteger() {
        return OffHeapSums.toBigInteger(high, low);
    }
}
