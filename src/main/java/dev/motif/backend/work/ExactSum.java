package dev.motif.backend.work;

import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;

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

    private void carry(long amount) {
        high = Math.addExact(high, amount);
    }

    public BigInteger toBigInteger() {
        return OffHeapSums.toBigInteger(high, low);
    }
}
