package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void medianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
        assertThat(Median.of(3, 1, 100)).isEqualTo(3);
        assertThat(Median.of(4, 1, 100, 2)).isEqualTo(3);
        assertThat(Median.of(new long[] {7})).isEqualTo(7);
        assertThat(Median.of(List.of(5L, 2L, 9L))).isEqualTo(5);
        assertThat(Median.of(1, Double.POSITIVE_INFINITY)).isInfinite();
    }

    @Test
    void noValuesHaveNoMedian() {
        assertThatIllegalArgumentException().isThrownBy(Median::of).withMessage("there is no median of no values");
    }
}
