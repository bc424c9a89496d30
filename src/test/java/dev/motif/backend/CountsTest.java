package dev.motif.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountsTest {
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    @Test
    void countsUpTo63BitsAreLongs() {
        assertThat(Counts.toLongOrNull(BigInteger.ZERO)).isZero();
        assertThat(Counts.toLongOrNull(MAX)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void largerCountsAreNull() {
        assertThat(Counts.toLongOrNull(MAX.add(BigInteger.ONE))).isNull();
        assertThat(Counts.toLongOrNull(MAX.shiftLeft(1).add(BigInteger.TWO))).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 1", "3, 3", "1000, 499500", "2147483647, 2305843005992468481"})
    void pairsAreThoseOfDifferentThings(long n, long pairs) {
        assertThat(Counts.pairs(n)).isEqualTo(pairs);
    }
}
