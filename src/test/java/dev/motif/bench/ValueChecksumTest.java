package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.leaks.LeavesNothing;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@LeavesNothing
class ValueChecksumTest {
    private final NativeMemory memory = new NativeMemory(1 << 20);

    @Test
    void noValues() {
        assertThat(of().toMap()).containsValues("0").hasSize(4);
    }

    @Test
    void sumsOfTheLargestValuesAreExact() {
        BigInteger largest = BigInteger.valueOf(Long.MAX_VALUE);
        ValueChecksum checksum = of(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(checksum.sum()).isEqualTo(largest.multiply(BigInteger.valueOf(3)));
        assertThat(checksum.sumsq()).isEqualTo(largest.pow(2).multiply(BigInteger.valueOf(3)));
        assertThat(checksum.max()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void agreesWithBigIntegersOnValuesOfEverySize() {
        SplittableRandom random = new SplittableRandom(1);
        List<Long> values = LongStream.range(0, 2000)
                .map(i -> random.nextLong() >>> (1 + random.nextInt(63)))
                .boxed()
                .toList();
        BigInteger sum = BigInteger.ZERO;
        BigInteger squares = BigInteger.ZERO;
        for (long value : values) {
            sum = sum.add(BigInteger.valueOf(value));
            squares = squares.add(BigInteger.valueOf(value).pow(2));
        }
        ValueChecksum checksum = of(values.stream().mapToLong(Long::longValue).toArray());
        assertThat(checksum.count()).isEqualTo(2000);
        assertThat(checksum.sum()).isEqualTo(sum);
        assertThat(checksum.sumsq()).isEqualTo(squares);
    }

    @Test
    void partsAddUp() {
        assertThat(of(1, 5).plus(of(7, 2))).isEqualTo(of(1, 5, 7, 2));
    }

    private ValueChecksum of(long... values) {
        try (OffHeapLongs array = memory.longs(values.length)) {
            for (int i = 0; i < values.length; i++) {
                array.set(i, values[i]);
            }
            return ValueChecksum.of(array);
        }
    }
}
