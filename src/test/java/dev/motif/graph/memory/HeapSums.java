package dev.motif.graph.memory;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;

/** Reads {@link OffHeapSums} onto the heap. */
public final class HeapSums {
    private HeapSums() {}

    public static List<BigInteger> of(OffHeapSums sums) {
        return LongStream.range(0, sums.length()).mapToObj(sums::get).toList();
    }

    /** All of them added up. */
    public static BigInteger total(OffHeapSums sums) {
        return LongStream.range(0, sums.length()).mapToObj(sums::get).reduce(BigInteger.ZERO, BigInteger::add);
    }
}
