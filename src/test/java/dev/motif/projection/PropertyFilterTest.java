package dev.motif.projection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.projection.PropertyFilter.Condition;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.neo4j.values.storable.CoordinateReferenceSystem;
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
        assertThat(condition.isMetBy(of(2L))).isFalse();
        assertThat(condition.isMetBy(of(3L))).isTrue();
        assertThat(condition.isMetBy(of(4L))).isTrue();
        assertThat(condition.isMetBy(of(5L))).isTrue();
        assertThat(condition.isMetBy(of(6L))).isFalse();
    }

    @Test
    void oneBoundAloneIsOpenOnTheOtherSide() {
        assertThat(between(3L, null).isMetBy(of(Long.MAX_VALUE))).isTrue();
        assertThat(between(3L, null).isMetBy(of(2L))).isFalse();
        assertThat(between(null, 3L).isMetBy(of(Long.MIN_VALUE))).isTrue();
        assertThat(between(null, 3L).isMetBy(of(4L))).isFalse();
    }

    @Test
    void integersAndFloatsCompareByValue() {
        assertThat(between(3L, 4L).isMetBy(of(3.5))).isTrue();
        assertThat(between(3L, 4L).isMetBy(of(4.5))).isFalse();
        assertThat(between(2.5, 3.5).isMetBy(of(3L))).isTrue();
        assertThat(between(2.5, 3.5).isMetBy(of(4L))).isFalse();
        assertThat(between(3L, null).isMetBy(of(3.0))).isTrue();
        assertThat(between(null, 3L).isMetBy(of(3.0))).isTrue();
        assertThat(equal(3L).isMetBy(of(3.0))).isTrue();
        assertThat(equal(3.0).isMetBy(of(3L))).isTrue();
        assertThat(equal(3L).isMetBy(of(3.1))).isFalse();
    }

    @Test
    void largeIntegersAreNotRounded() {
        long large = (1L << 53) + 1;
        assertThat(between(large, large).isMetBy(of(large))).isTrue();
        assertThat(between(large, large).isMetBy(of(large - 1))).isFalse();
        assertThat(equal(large).isMetBy(of(large - 1))).isFalse();
        assertThat(between((double) (1L << 53), null).isMetBy(of((1L << 53) - 1)))
                .isFalse();
    }

    @Test
    void nanIsNeverKept() {
        assertThat(between(0L, null).isMetBy(of(Double.NaN))).isFalse();
        assertThat(between(null, 0L).isMetBy(of(Double.NaN))).isFalse();
        assertThat(between(0.0, 1.0).isMetBy(of(Float.NaN))).isFalse();
        assertThat(equal(0L).isMetBy(of(Double.NaN))).isFalse();
        assertThat(equal(Double.NaN).isMetBy(of(Double.NaN))).isFalse();
    }

    @Test
    void nanAsABoundKeepsNothing() {
        assertThat(between(Double.NaN, null).isMetBy(of(1.0))).isFalse();
        assertThat(between(null, Double.NaN).isMetBy(of(1.0))).isFalse();
        assertThat(equal(Double.NaN).isMetBy(of(1.0))).isFalse();
    }

    @Test
    void infinityIsANumber() {
        assertThat(between(0L, null).isMetBy(of(Double.POSITIVE_INFINITY))).isTrue();
        assertThat(between(null, 0L).isMetBy(of(Double.NEGATIVE_INFINITY))).isTrue();
        assertThat(between(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).isMetBy(of(1L)))
                .isTrue();
    }

    @Test
    void stringsCompareAlphabetically() {
        assertThat(between("b", "d").isMetBy(of("c"))).isTrue();
        assertThat(between("b", "d").isMetBy(of("a"))).isFalse();
        assertThat(between("b", "d").isMetBy(of("e"))).isFalse();
        assertThat(equal("c").isMetBy(of("c"))).isTrue();
        assertThat(equal("c").isMetBy(of("C"))).isFalse();
    }

    @Test
    void datesCompareByTime() {
        Condition condition = between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31));
        assertThat(condition.isMetBy(of(LocalDate.of(2024, 6, 1)))).isTrue();
        assertThat(condition.isMetBy(of(LocalDate.of(2023, 12, 31)))).isFalse();
        assertThat(condition.isMetBy(of(LocalDate.of(2025, 1, 1)))).isFalse();
        assertThat(equal(LocalDate.of(2024, 1, 1)).isMetBy(of(LocalDate.of(2024, 1, 1))))
                .isTrue();
    }

    @Test
    void booleansAreEqualOrNot() {
        assertThat(equal(true).isMetBy(of(true))).isTrue();
        assertThat(equal(true).isMetBy(of(false))).isFalse();
    }

    @Test
    void valueOfAnotherTypeIsNotKept() {
        assertThat(between(1L, 5L).isMetBy(of("3"))).isFalse();
        assertThat(between("a", "z").isMetBy(of(3L))).isFalse();
        assertThat(between(LocalDate.of(2024, 1, 1), null).isMetBy(of(20240601L)))
                .isFalse();
        assertThat(between(0L, 1L).isMetBy(of(true))).isFalse();
        assertThat(between(0L, 9L).isMetBy(of(new long[] {3}))).isFalse();
        assertThat(equal("3").isMetBy(of(3L))).isFalse();
        assertThat(equal(1L).isMetBy(of(true))).isFalse();
    }

    @Test
    void missingValueIsNotKept() {
        assertThat(between(1L, null).isMetBy(Values.NO_VALUE)).isFalse();
        assertThat(between(null, 1L).isMetBy(Values.NO_VALUE)).isFalse();
        assertThat(equal(1L).isMetBy(Values.NO_VALUE)).isFalse();
    }

    @Test
    void rangeAndValueMustBothHold() {
        Condition condition = condition(1L, 5L, 3L, null);
        assertThat(condition.isMetBy(of(3L))).isTrue();
        assertThat(condition.isMetBy(of(4L))).isFalse();
        assertThat(condition(4L, 5L, 3L, null).isMetBy(of(3L))).isFalse();
    }

    @Test
    void valueOfAListIsKept() {
        assertThat(in(1L, 2.5, "a").isMetBy(of(1L))).isTrue();
        assertThat(in(1L, 2.5, "a").isMetBy(of(1.0))).isTrue();
        assertThat(in(3.0).isMetBy(of(3))).isTrue();
        assertThat(in(1L, 2.5, "a").isMetBy(of(2.5f))).isTrue();
        assertThat(in(1L, 2.5, "a").isMetBy(of("a"))).isTrue();
        assertThat(in(1L, 2.5, "a").isMetBy(Values.utf8Value("a".getBytes(UTF_8))))
                .isTrue();
        assertThat(in(1L, 2.5, "a").isMetBy(of("1"))).isFalse();
        assertThat(in(1L, 2.5, "a").isMetBy(of(2L))).isFalse();
        assertThat(in((1L << 53) + 1).isMetBy(of(1L << 53))).isFalse();
        assertThat(in(LocalDate.of(2024, 1, 1)).isMetBy(of(LocalDate.of(2024, 1, 1))))
                .isTrue();
        assertThat(in(Double.NaN).isMetBy(of(Double.NaN))).isFalse();
        assertThat(in(1L).isMetBy(Values.NO_VALUE)).isFalse();
        assertThat(in().isMetBy(of(1L))).isFalse();
    }

    @Test
    void listAndRangeMustBothHold() {
        Condition condition = condition(2L, null, null, List.of(1L, 2L, 3L));
        assertThat(condition.isMetBy(of(1L))).isFalse();
        assertThat(condition.isMetBy(of(2L))).isTrue();
        assertThat(condition.isMetBy(of(4L))).isFalse();
    }

    @Test
    void listThatIsNoneOrTooLongIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> condition(null, null, null, "a"))
                .withMessage("`relationshipFilter.in` must be a list of at most 1000 values, got 'a'");
        assertThat(in(Collections.nCopies(1000, 7L).toArray()).isMetBy(of(7L))).isTrue();
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
