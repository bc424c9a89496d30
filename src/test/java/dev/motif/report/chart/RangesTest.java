package dev.motif.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

public class RangesTest {
    @Test
    void fewNumbersHaveRangesOfTheirOwn() {
        Ranges ranges = Ranges.of(0, 3, 4);
        assertThat(ranges.labels()).containsExactly("0", "1", "2", "3");
        assertThat(LongStream.rangeClosed(0, 3).map(ranges::indexOf)).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void manyNumbersAreInRangesFromOnePowerOfTwoToTheNext() {
        Ranges ranges = Ranges.of(0, 4, 4);
        assertThat(ranges.labels()).containsExactly("0", "1", "2–3", "4–7");
        assertThat(LongStream.rangeClosed(0, 4).map(ranges::indexOf)).containsExactly(0L, 1L, 2L, 2L, 3L);
    }

    @Test
    void sizesBeginAtOne() {
        assertThat(Ranges.of(1, 4, 4).labels()).containsExactly("1", "2", "3", "4");
        assertThat(Ranges.of(1, 4, 4).indexOf(4)).isEqualTo(3);
        assertThat(Ranges.of(1, 2000, 4).labels()).startsWith("1", "2–3").endsWith("512–1,023", "1,024–2,047");
        assertThat(Ranges.of(1, 2000, 4).indexOf(2000)).isEqualTo(10);
    }

    @Test
    void largestNumberIsInTheLastRange() {
        Ranges ranges = Ranges.of(0, Long.MAX_VALUE, 32);
        assertThat(ranges.count()).isEqualTo(64);
        assertThat(ranges.indexOf(Long.MAX_VALUE)).isEqualTo(63);
        assertThat(ranges.indexOf((1L << 62) - 1)).isEqualTo(62);
        assertThat(ranges.labels().get(63)).isEqualTo("4,611,686,018,427,387,904–9,223,372,036,854,775,807");
    }

    @Test
    void nothingIsARangeOfItsOwn() {
        assertThat(Ranges.of(0, 0, 32).labels()).isEqualTo(List.of("0"));
    }
}
