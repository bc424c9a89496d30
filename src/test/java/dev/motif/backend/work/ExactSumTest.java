package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSumTest {
    private final ExactSum sum = new ExactSum();

    @Test
    void newSumIsZero() {
        assertThat(sum.toBigInteger()).isZero();
    }

    @Test
    void sumCarriesPast64Bits() {
        sum.add(-1);
        assertThat(sum.toBigInteger()).isEqualTo("18446744073709551615");
        sum.add(1);
        assertThat(sum.toBigInteger()).isEqualTo("18446744073709551616");
        sum.add(Long.MIN_VALUE);
        sum.add(Long.MIN_VALUE);
        assertThat(sum.toBigInteger()).isEqualTo("36893488147419103232");
    }

    @Test
    void largestProductsAreExact() {
        sum.addProduct(Long.MAX_VALUE, Long.MAX_VALUE);
        BigInteger max = BigInteger.valueOf(Long.MAX_VALUE);
        assertThat(sum.toBigInteger()).isEqualTo(max.multiply(max));
        sum.addProduct(0, Long.MAX_VALUE);
        sum.addProduct(1, 1);
        assertThat(sum.toBigInteger()).isEqualTo(max.multiply(max).add(BigInteger.ONE));
    }

    @Test
    void sumBeyond127BitsIsAnError() {
        sum.addProduct(Long.MAX_VALUE, Long.MAX_VALUE);
        sum.addProduct(Long.MAX_VALUE, Long.MAX_VALUE);
        assertThatThrownBy(() -> sum.addProduct(Long.MAX_VALUE, Long.MAX_VALUE))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void sumAddedToItselfDoubles() {
        sum.add(-1);
        sum.add(sum);
        assertThat(sum.toBigInteger()).isEqualTo("36893488147419103230");
    }

    @Test
    void randomSumsAgreeWithBigInteger() {
        for (long seed = 0; seed < Seeds.atMost(200); seed++) {
            Random random = new Random(seed);
            ExactSum actual = new ExactSum();
            BigInteger expected = BigInteger.ZERO;
            for (int i = 0; i < 100; i++) {
                expected = expected.add(addRandom(random, actual));
            }
            assertThat(actual.toBigInteger()).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static BigInteger addRandom(Random random, ExactSum sum) {
        long a = random.nextLong() >>> random.nextInt(64);
        switch (random.nextInt(3)) {
            case 0 -> {
                sum.add(a);
                return unsigned(a);
            }
            case 1 -> {
                long b = random.nextLong() >>> (1 + random.nextInt(63));
                sum.addProduct(a >>> 1, b);
                return unsigned(a >>> 1).multiply(unsigned(b));
            }
            default -> {
                ExactSum other = new ExactSum();
                BigInteger expected = unsigned(a).add(unsigned(~a));
                other.add(a);
                other.add(~a);
                sum.add(other);
                return expected;
            }
        }
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
