package dev.motif.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AsciiTest {
    @Test
    void lettersOfAsciiHaveTwoCases() {
        assertThat(Ascii.equalsIgnoringCase("Starts With", "STARTS wITH")).isTrue();
        assertThat(Ascii.equalsIgnoringCase("a", "b")).isFalse();
        assertThat(Ascii.equalsIgnoringCase("a", "aa")).isFalse();
        assertThat(Ascii.equalsIgnoringCase("a", null)).isFalse();
        assertThat(Ascii.lower("AZ[az{09")).isEqualTo("az[az{09");
        assertThat(Ascii.upper("AZ@az`09")).isEqualTo("AZ@AZ`09");
        assertThat(Ascii.IGNORING_CASE.compare("Limit", "lIMIT")).isZero();
        assertThat(Ascii.IGNORING_CASE.compare("limit", "LIMITS")).isNegative();
    }

    /** Java's comparisons without case take each pair for the same. */
    @ParameterizedTest
    @CsvSource({
        "IN, \u0130N",
        "IN, \u0131N",
        "STARTS, \u017ftarts",
        "k, \u212a",
        "\u00e9, \u00c9",
        "\ud801\udc00, \ud801\udc28"
    })
    void otherLettersHaveOneCase(String word, String other) {
        assertThat(Ascii.equalsIgnoringCase(word, other)).isFalse();
        assertThat(Ascii.IGNORING_CASE.compare(word, other)).isNotZero();
        assertThat(Ascii.lower(other)).isNotEqualTo(Ascii.lower(word));
        assertThat(Ascii.upper(other)).isNotEqualTo(Ascii.upper(word));
    }
}
