package dev.motif.projection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.projection.PropertyFilter.Condition;
import dev.motif.projection.filter.Formula;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.neo4j.values.storable.CoordinateReferenceSystem;
import org.neo4j.values.storable.DurationValue;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

class PropertyFilterTest {
    private static Condition condition(Object min, Object max, Object equal, Object in) {
        return Condition.of("relationshipFilter", "p", min, max, equal, in);
    }

    private static Condition in(Object... values) {
        return condition(null, null, null, Arrays.asList(values));
    }

    private static Condition between(Object min, Object max) {
        return condition(min, max, null, null);
    }

    private static Condition equal(Object value) {
        return condition(null, null, value, null);
    }

    private static Value of(Object value) {
        return Values.of(value);
    }

    @Test
    void boundsAreKept() {
        Condition condition = between(3L, 5L);
        assertThat(condition.of(of(2L))).isNotEqualTo(Formula.TRUE);
        assertThat(condition.of(of(3L))).isEqualTo(Formula.TRUE);
        assertThat(condition.of(of(4L))).isEqualTo(Formula.TRUE);
        assertThat(condition.of(of(5L))).isEqualTo(Formula.TRUE);
        assertThat(condition.of(of(6L))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void oneBoundAloneIsOpenOnTheOtherSide() {
        assertThat(between(3L, null).of(of(Long.MAX_VALUE))).isEqualTo(Formula.TRUE);
        assertThat(between(3L, null).of(of(2L))).isNotEqualTo(Formula.TRUE);
        assertThat(between(null, 3L).of(of(Long.MIN_VALUE))).isEqualTo(Formula.TRUE);
        assertThat(between(null, 3L).of(of(4L))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void integersAndFloatsCompareByValue() {
        assertThat(between(3L, 4L).of(of(3.5))).isEqualTo(Formula.TRUE);
        assertThat(between(3L, 4L).of(of(4.5))).isNotEqualTo(Formula.TRUE);
        assertThat(between(2.5, 3.5).of(of(3L))).isEqualTo(Formula.TRUE);
        assertThat(between(2.5, 3.5).of(of(4L))).isNotEqualTo(Formula.TRUE);
        assertThat(between(3L, null).of(of(3.0))).isEqualTo(Formula.TRUE);
        assertThat(between(null, 3L).of(of(3.0))).isEqualTo(Formula.TRUE);
        assertThat(equal(3L).of(of(3.0))).isEqualTo(Formula.TRUE);
        assertThat(equal(3.0).of(of(3L))).isEqualTo(Formula.TRUE);
        assertThat(equal(3L).of(of(3.1))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void largeIntegersAreNotRounded() {
        long large = (1L << 53) + 1;
        assertThat(between(large, large).of(of(large))).isEqualTo(Formula.TRUE);
        assertThat(between(large, large).of(of(large - 1))).isNotEqualTo(Formula.TRUE);
        assertThat(equal(large).of(of(large - 1))).isNotEqualTo(Formula.TRUE);
        assertThat(between((double) (1L << 53), null).of(of((1L << 53) - 1))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void nanIsNeverKept() {
        assertThat(between(0L, null).of(of(Double.NaN))).isNotEqualTo(Formula.TRUE);
        assertThat(between(null, 0L).of(of(Double.NaN))).isNotEqualTo(Formula.TRUE);
        assertThat(between(0.0, 1.0).of(of(Float.NaN))).isNotEqualTo(Formula.TRUE);
        assertThat(equal(0L).of(of(Double.NaN))).isNotEqualTo(Formula.TRUE);
        assertThat(equal(Double.NaN).of(of(Double.NaN))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void nanAsABoundKeepsNothing() {
        assertThat(between(Double.NaN, null).of(of(1.0))).isNotEqualTo(Formula.TRUE);
        assertThat(between(null, Double.NaN).of(of(1.0))).isNotEqualTo(Formula.TRUE);
        assertThat(equal(Double.NaN).of(of(1.0))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void infinityIsANumber() {
        assertThat(between(0L, null).of(of(Double.POSITIVE_INFINITY))).isEqualTo(Formula.TRUE);
        assertThat(between(null, 0L).of(of(Double.NEGATIVE_INFINITY))).isEqualTo(Formula.TRUE);
        assertThat(between(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).of(of(1L)))
                .isEqualTo(Formula.TRUE);
    }

    @Test
    void stringsCompareAlphabetically() {
        assertThat(between("b", "d").of(of("c"))).isEqualTo(Formula.TRUE);
        assertThat(between("b", "d").of(of("a"))).isNotEqualTo(Formula.TRUE);
        assertThat(between("b", "d").of(of("e"))).isNotEqualTo(Formula.TRUE);
        assertThat(equal("c").of(of("c"))).isEqualTo(Formula.TRUE);
        assertThat(equal("c").of(of("C"))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void datesCompareByTime() {
        Condition condition = between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31));
        assertThat(condition.of(of(LocalDate.of(2024, 6, 1)))).isEqualTo(Formula.TRUE);
        assertThat(condition.of(of(LocalDate.of(2023, 12, 31)))).isNotEqualTo(Formula.TRUE);
        assertThat(condition.of(of(LocalDate.of(2025, 1, 1)))).isNotEqualTo(Formula.TRUE);
        assertThat(equal(LocalDate.of(2024, 1, 1)).of(of(LocalDate.of(2024, 1, 1))))
                .isEqualTo(Formula.TRUE);
    }

    @Test
    void booleansAreEqualOrNot() {
        assertThat(equal(true).of(of(true))).isEqualTo(Formula.TRUE);
        assertThat(equal(true).of(of(false))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void durationsAreEqualOrNotAndHaveNoOrder() {
        DurationValue day = DurationValue.parse("P1D");
        DurationValue hours = DurationValue.parse("PT24H");
        assertThat(equal(day).of(day)).isEqualTo(Formula.TRUE);
        assertThat(equal(day).of(hours)).isEqualTo(Formula.FALSE);
        assertThat(in(day, 3L).of(hours)).isEqualTo(Formula.FALSE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> between(day, null))
                .withMessage("`relationshipFilter.min` must not be a DURATION, since durations have no order, got P1D");
    }

    @Test
    void valueOfAnotherTypeIsNotKept() {
        assertThat(between(1L, 5L).of(of("3"))).isNotEqualTo(Formula.TRUE);
        assertThat(between("a", "z").of(of(3L))).isNotEqualTo(Formula.TRUE);
        assertThat(between(LocalDate.of(2024, 1, 1), null).of(of(20240601L))).isNotEqualTo(Formula.TRUE);
        assertThat(between(0L, 1L).of(of(true))).isNotEqualTo(Formula.TRUE);
        assertThat(between(0L, 9L).of(of(new long[] {3}))).isNotEqualTo(Formula.TRUE);
        assertThat(equal("3").of(of(3L))).isNotEqualTo(Formula.TRUE);
        assertThat(equal(1L).of(of(true))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void missingValueIsNotKept() {
        assertThat(between(1L, null).of(Values.NO_VALUE)).isNotEqualTo(Formula.TRUE);
        assertThat(between(null, 1L).of(Values.NO_VALUE)).isNotEqualTo(Formula.TRUE);
        assertThat(equal(1L).of(Values.NO_VALUE)).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void rangeAndValueMustBothHold() {
        Condition condition = condition(1L, 5L, 3L, null);
        assertThat(condition.of(of(3L))).isEqualTo(Formula.TRUE);
        assertThat(condition.of(of(4L))).isNotEqualTo(Formula.TRUE);
        assertThat(condition(4L, 5L, 3L, null).of(of(3L))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void valueOfAListIsKept() {
        assertThat(in(1L, 2.5, "a").of(of(1L))).isEqualTo(Formula.TRUE);
        assertThat(in(1L, 2.5, "a").of(of(1.0))).isEqualTo(Formula.TRUE);
        assertThat(in(3.0).of(of(3))).isEqualTo(Formula.TRUE);
        assertThat(in(1L, 2.5, "a").of(of(2.5f))).isEqualTo(Formula.TRUE);
        assertThat(in(1L, 2.5, "a").of(of("a"))).isEqualTo(Formula.TRUE);
        assertThat(in(1L, 2.5, "a").of(Values.utf8Value("a".getBytes(UTF_8)))).isEqualTo(Formula.TRUE);
        assertThat(in(1L, 2.5, "a").of(of("1"))).isNotEqualTo(Formula.TRUE);
        assertThat(in(1L, 2.5, "a").of(of(2L))).isNotEqualTo(Formula.TRUE);
        assertThat(in((1L << 53) + 1).of(of(1L << 53))).isNotEqualTo(Formula.TRUE);
        assertThat(in(LocalDate.of(2024, 1, 1)).of(of(LocalDate.of(2024, 1, 1))))
                .isEqualTo(Formula.TRUE);
        assertThat(in(Double.NaN).of(of(Double.NaN))).isNotEqualTo(Formula.TRUE);
        assertThat(in(1L).of(Values.NO_VALUE)).isNotEqualTo(Formula.TRUE);
        assertThat(in().of(of(1L))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void listAndRangeMustBothHold() {
        Condition condition = condition(2L, null, null, List.of(1L, 2L, 3L));
        assertThat(condition.of(of(1L))).isNotEqualTo(Formula.TRUE);
        assertThat(condition.of(of(2L))).isEqualTo(Formula.TRUE);
        assertThat(condition.of(of(4L))).isNotEqualTo(Formula.TRUE);
    }

    @Test
    void listThatIsNoneOrTooLongIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> condition(null, null, null, "a"))
                .withMessage("`relationshipFilter.in` must be a list of at most 1000 values, got 'a'");
        assertThat(in(Collections.nCopies(1000, 7L).toArray()).of(of(7L))).isEqualTo(Formula.TRUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> in(Collections.nCopies(1001, 7L).toArray()))
                .withMessageStartingWith("`relationshipFilter.in` must be a list of at most 1000 values, got [7, 7,");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> in(1L, "x".repeat(1025)))
                .withMessageStartingWith("`relationshipFilter.in[1]` must have at most 1024 characters, got 'xxx");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> in(1L, List.of(2L)))
                .withMessage("`relationshipFilter.in[1]` must be a number, a STRING, a BOOLEAN or a temporal value,"
                        + " got [2]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> in(1L, null))
                .withMessage("`relationshipFilter.in[1]` must not be null");
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
                .withMessageContaining(
                        "`relationshipFilter` must have at least one of `min`, `max`, `equals` and `in`, got none");
    }
}
