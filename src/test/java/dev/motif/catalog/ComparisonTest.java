package dev.motif.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static Object value(String text) {
        if (text.startsWith("a") || text.equals("null")) {
            return text.equals("null") ? null : text;
        }
        return text.contains(".") || text.equals("NaN") ? (Number) Double.valueOf(text) : (Number) Long.valueOf(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, false",
        "1, 2, 0, true",
        "1, 2, 1, false",
        "1, 3, 1.5, true",
        "-9223372036854775808, 9223372036854775807, 1.8446744073709552E19, false",
        "-9223372036854775808, 9223372036854775807, 1.844674407370955E19, true",
        "9007199254740992, 9007199254740993, 0, true",
        "9007199254740992, 9007199254740993, 0.5, true",
        "0.5, 0.75, 0.25, false",
        "0.5, 0.75, 0.2, true",
        "NaN, NaN, 0, false",
        "NaN, 1.0, 1E300, true",
        "1.0, NaN, 1E300, true",
        "1, 1.0, 0, false",
        "1, 2.5, 1, true",
        "a, a, 5, false",
        "a, ab, 5, true",
        "a, 1, 5, true",
        "null, null, 0, false",
        "null, 1, 5, true"
    })
    void valuesMoveByMoreThanTheBound(String from, String to, double moreThan, boolean moved) {
        assertThat(Comparison.moved(value(from), value(to), moreThan)).isEqualTo(moved);
        assertThat(Comparison.moved(value(to), value(from), moreThan)).isEqualTo(moved);
    }

    @ParameterizedTest
    @CsvSource({"Infinity, false", "-Infinity, true"})
    void infinityIsItself(double other, boolean moved) {
        assertThat(Comparison.moved(Double.POSITIVE_INFINITY, other, 5)).isEqualTo(moved);
    }
}
