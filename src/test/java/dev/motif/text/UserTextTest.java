package dev.motif.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UserTextTest {
    static List<Arguments> characters() {
        return List.of(
                Arguments.of("a b", "a b"),
                Arguments.of("Ä ß 中 😀", "Ä ß 中 😀"),
                Arguments.of("C:\\x", "C:\\x"),
                Arguments.of("\n2026-01-01 INFO forged", "\\n2026-01-01 INFO forged"),
                Arguments.of("\r", "\\r"),
                Arguments.of("\t", "\\t"),
                Arguments.of("\033[31mred", "\\u001b[31mred"),
                Arguments.of("\0", "\\u0000"),
                Arguments.of("\177\u0085", "\\u007f\\u0085"),
                Arguments.of("\u2028\u2029", "\\u2028\\u2029"),
                Arguments.of("\u202eevil", "\\u202eevil"),
                Arguments.of("\ud800", "\\ud800"),
                Arguments.of("\udb40\udc41", "\\udb40\\udc41"));
    }

    @ParameterizedTest
    @MethodSource("characters")
    void charactersWithoutAPictureAreEscaped(String given, String shown) {
        assertThat(UserText.name(given)).isEqualTo(shown);
        assertThat(UserText.message(given)).isEqualTo(shown);
        assertThat(UserText.value(given)).isEqualTo("'" + shown + "'");
        assertThat(UserText.value(List.of(Map.of("k", given)))).isEqualTo("[{k: '" + shown + "'}]");
        assertThat(UserText.value(Map.of(given, 1))).isEqualTo("{" + shown + ": 1}");
    }

    @Test
    void valuesAreShownByTheirContent() {
        assertThat(UserText.value(null)).isEqualTo("null");
        assertThat(UserText.value(1.5)).isEqualTo("1.5");
        assertThat(UserText.value(Arrays.asList(1L, null, "a", List.of()))).isEqualTo("[1, null, 'a', []]");
        assertThat(UserText.value(new byte[] {1, -2})).isEqualTo("[1, -2]");
        assertThat(UserText.value(new Object[] {"a", new long[] {3}})).isEqualTo("['a', [3]]");
        assertThat(UserText.value(Map.of("a", List.of(true)))).isEqualTo("{a: [true]}");
    }

    @Test
    void whatIsLongIsCutAndItsSizeTold() {
        String start = "x".repeat(256);
        assertThat(UserText.value(start)).isEqualTo("'" + start + "'");
        assertThat(UserText.value(start + "y")).isEqualTo("'" + start + "… (257 characters)'");
        assertThat(UserText.value("x".repeat(1 << 24))).isEqualTo("'" + start + "… (16777216 characters)'");
        assertThat(UserText.message("m".repeat(5000))).isEqualTo("m".repeat(2000) + "… (5000 characters)");
        assertThat(UserText.value(new byte[1 << 20]))
                .endsWith(", 0, … (1048576 entries)")
                .hasSizeLessThan(300);
        assertThat(UserText.value(Collections.nCopies(Integer.MAX_VALUE, "a")))
                .startsWith("['a', 'a', ")
                .endsWith("… (2147483647 entries)")
                .hasSizeLessThan(300);
    }

    @Test
    void noHalfOfACharacterIsLeftByACut() {
        assertThat(UserText.name("x".repeat(255) + "😀😀")).isEqualTo("x".repeat(255) + "… (259 characters)");
    }

    @Test
    void deepListsEnd() {
        List<Object> deep = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            deep = new ArrayList<>(List.of(deep));
        }
        assertThat(UserText.value(deep)).startsWith("[[[[").hasSizeLessThan(300);
    }

    @Test
    void absentMessageIsEmpty() {
        assertThat(UserText.message(null)).isEmpty();
    }
}
