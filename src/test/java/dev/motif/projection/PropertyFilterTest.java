package dev.motif.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.neo4j.values.storable.CoordinateReferenceSystem;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

class PropertyFilterTest {
    private static PropertyFilter between(Object min, Object max) {
        return PropertyFilter.of("p", min, max, null);
    }

    private static PropertyFilter equal(Object value) {
        return PropertyFilter.of("p", null, null, value);
    }

    private static Value of(Object value) {
        return Values.of(value);
    }

    @Test
    void boundsAreKept() {
        PropertyFilter filter = between(3L, 5L);
        assertThat(filter.keeps(of(2L))).isFalse();
        assertThat(filter.keeps(of(3L))).isTrue();
        assertThat(filter.keeps(of(4L))).isTrue();
        assertThat(filter.keeps(of(5L))).isTrue();
        assertThat(filter.keeps(of(6L))).isFalse();
    }

    @Test
    void oneBoundAloneIsOpenOnTheOtherSide() {
        assertThat(between(3L, null).keeps(of(Long.MAX_VALUE))).isTrue();
        assertThat(between(3L, null).keeps(of(2L))).isFalse();
        assertThat(between(null, 3L).keeps(of(Long.MIN_VALUE))).isTrue();
        assertThat(between(null, 3L).keeps(of(4L))).isFalse();
    }

    @Test
    void integersAndFloatsCompareByValue() {
        assertThat(between(3L, 4L).keeps(of(3.5))).isTrue();
        assertThat(between(3L, 4L).keeps(of(4.5))).isFalse();
        assertThat(between(2.5, 3.5).keeps(of(3L))).isTrue();
        assertThat(between(2.5, 3.5).keeps(of(4L))).isFalse();
        assertThat(between(3L, null).keeps(of(3.0))).isTrue();
        assertThat(between(null, 3L).keeps(of(3.0))).isTrue();
        assertThat(equal(3L).keeps(of(3.0))).isTrue();
        assertThat(equal(3.0).keeps(of(3L))).isTrue();
        assertThat(equal(3L).keeps(of(3.1))).isFalse();
    }

    @Test
    void largeIntegersAreNotRounded() {
        long large = (1L << 53) + 1;
        assertThat(between(large, large).keeps(of(large))).isTrue();
        assertThat(between(large, large).keeps(of(large - 1))).isFalse();
        assertThat(equal(large).keeps(of(large - 1))).isFalse();
        assertThat(between((double) (1L << 53), null).keeps(of((1L << 53) - 1))).isFalse();
    }

    @Test
    void nanIsNeverKept() {
        assertThat(between(0L, null).keeps(of(Double.NaN))).isFalse();
        assertThat(between(null, 0L).keeps(of(Double.NaN))).isFalse();
        assertThat(between(0.0, 1.0).keeps(of(Float.NaN))).isFalse();
        assertThat(equal(0L).keeps(of(Double.NaN))).isFalse();
        assertThat(equal(Double.NaN).keeps(of(Double.NaN))).isFalse();
    }

    @Test
    void nanAsABoundKeepsNothing() {
        assertThat(between(Double.NaN, null).keeps(of(1.0))).isFalse();
        assertThat(between(null, Double.NaN).keeps(of(1.0))).isFalse();
        assertThat(equal(Double.NaN).keeps(of(1.0))).isFalse();
    }

    @Test
    void infinityIsANumber() {
        assertThat(between(0L, null).keeps(of(Double.POSITIVE_INFINITY))).isTrue();
        assertThat(between(null, 0L).keeps(of(Double.NEGATIVE_INFINITY))).isTrue();
        assertThat(between(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).keeps(of(1L)))
                .isTrue();
    }

    @Test
    void stringsCompareAlphabetically() {
        assertThat(between("b", "d").keeps(of("c"))).isTrue();
        assertThat(between("b", "d").keeps(of("a"))).isFalse();
        assertThat(between("b", "d").keeps(of("e"))).isFalse();
        assertThat(equal("c").keeps(of("c"))).isTrue();
        assertThat(equal("c").keeps(of("C"))).isFalse();
    }

    @Test
    void datesCompareByTime() {
        PropertyFilter filter = between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31));
        assertThat(filter.keeps(of(LocalDate.of(2024, 6, 1)))).isTrue();
        assertThat(filter.keeps(of(LocalDate.of(2023, 12, 31)))).isFalse();
        assertThat(filter.keeps(of(LocalDate.of(2025, 1, 1)))).isFalse();
        assertThat(equal(LocalDate.of(2024, 1, 1)).keeps(of(LocalDate.of(2024, 1, 1))))
                .isTrue();
    }

    @Test
    void booleansAreEqualOrNot() {
        assertThat(equal(true).keeps(of(true))).isTrue();
        assertThat(equal(true).keeps(of(false))).isFalse();
    }

    @Test
    void valueOfAnotherTypeIsNotKept() {
        assertThat(between(1L, 5L).keeps(of("3"))).isFalse();
        assertThat(between("a", "z").keeps(of(3L))).isFalse();
        assertThat(between(LocalDate.of(2024, 1, 1), null).keeps(of(20240601L))).isFalse();
        assertThat(between(0L, 1L).keeps(of(true))).isFalse();
        assertThat(between(0L, 9L).keeps(of(new long[] {3}))).isFalse();
        assertThat(equal("3").keeps(of(3L))).isFalse();
        assertThat(equal(1L).keeps(of(true))).isFalse();
    }

    @Test
    void missingValueIsNotKept() {
        assertThat(between(1L, null).keeps(Values.NO_VALUE)).isFalse();
        assertThat(between(null, 1L).keeps(Values.NO_VALUE)).isFalse();
        assertThat(equal(1L).keeps(Values.NO_VALUE)).isFalse();
    }

    @Test
    void rangeAndValueMustBothHold() {
        PropertyFilter filter = PropertyFilter.of("p", 1L, 5L, 3L);
        assertThat(filter.keeps(of(3L))).isTrue();
        assertThat(filter.keeps(of(4L))).isFalse();
        assertThat(PropertyFilter.of("p", 4L, 5L, 3L).keeps(of(3L))).isFalse();
    }

    @Test
    void boundThatIsNotASingleValueIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> between(List.of(1, 2), null))
                .withMessage("`relationshipFilter.min` must be a number, a STRING, a BOOLEAN or a temporal value,"
                        + " got [1, 2]");
        assertThatIllegalArgumentException().isThrownBy(() -> equal(Map.of("a", 1)));
    }

    @Test
    void pointIsNoBound() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> equal(Values.pointValue(CoordinateReferenceSystem.CARTESIAN, 1, 2)))
                .withMessageContaining(
                        "`relationshipFilter.equals` must be a number, a STRING, a BOOLEAN or a temporal");
    }

    @Test
    void rangeWithoutValuesIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> between(5L, 3.5))
                .withMessage("`relationshipFilter.min` must be at most `max` and of the same type, got 5 and 3.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> between("3", 5L))
                .withMessage("`relationshipFilter.min` must be at most `max` and of the same type, got '3' and 5");
    }

    @Test
    void filterWithoutBoundsIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> between(null, null))
                .withMessageContaining("at least one of `min`, `max` and `equals`, got none");
    }
}
