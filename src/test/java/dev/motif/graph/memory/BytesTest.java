package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 Bytes",
        "1023, 1023 Bytes",
        "1024, 1.0 KiB",
        "1536, 1.5 KiB",
        "1048576, 1.0 MiB",
        "8589934592, 8.0 GiB",
        "1099511627776, 1.0 TiB",
        "9223372036854775807, 8.0 EiB"
    })
    void bytesAreWrittenInTheLargestUnitBelow(long bytes, String text) {
        assertThat(Bytes.toText(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "512, 512",
        "512k, 524288",
        "3M, 3145728",
        "' 8g ', 8589934592",
        "8589934591G, 9223372035781033984",
        "9223372036854775807, 9223372036854775807"
    })
    void numbersWithAndWithoutUnitAreRead(String text, long bytes) {
        assertThat(Bytes.parse("limit", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "g", "0", "0k", "-1", "1.5g", "1t", "1 g", "many", "9223372036854775808", "8589934592g"})
    void anythingElseIsRejectedWithTheTextGiven(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bytes.parse("limit", text))
                .withMessage("`limit` must be a number of bytes above 0, or one with k, m or g, got '" + text + "'");
    }
}
