package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.leaks.LeavesNothing;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

@LeavesNothing
class OffHeapSumsTest {
    private static final BigInteger LARGEST = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);

    private final NativeMemory memory = new NativeMemory(1 << 20);

    @Test
    void sumsCarryUpToTheLargestCount() {
        try (OffHeapSums sums = OffHeapSums.zeroed(memory, 2)) {
            sums.add(1, Long.MAX_VALUE, -2);
            sums.add(1, 0, 1);
            assertThat(OffHeapSums.toBigInteger(sums.high().get(1), sums.low().get(1)))
                    .isEqualTo(LARGEST);
            assertThat(sums.low().get(0)).isZero();
            assertThatThrownBy(() -> sums.add(1, 0, 1)).isInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void bothWordsAreReadAsUnsigned() {
        for (int bits : new int[] {0, 1, 63, 64, 65, 127, 128}) {
            BigInteger power = BigInteger.TWO.pow(bits);
            for (BigInteger number :
                    new BigInteger[] {power.subtract(BigInteger.ONE), power, power.add(BigInteger.ONE)}) {
                if (number.bitLength() <= 2 * Long.SIZE) {
                    long high = number.shiftRight(Long.SIZE).longValue();
                    assertThat(OffHeapSums.toBigInteger(high, number.longValue()))
                            .isEqualTo(number);
                }
            }
        }
    }

    @Test
    void whatWasCopiedFitsBelow2To127() {
        try (OffHeapSums sums = OffHeapSums.zeroed(memory, 3)) {
            sums.high().set(2, Long.MAX_VALUE);
            sums.low().set(2, -1);
            assertThat(sums.allFit()).isTrue();
            sums.high().set(1, Long.MIN_VALUE);
            assertThat(sums.allFit()).isFalse();
        }
    }
}
