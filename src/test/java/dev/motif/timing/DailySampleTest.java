package dev.motif.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DailySampleTest {
    private static final int MOST = 64;

    @Test
    void fewPlacesAreAllTried() {
        for (int count : new int[] {0, 1, 2, MOST}) {
            assertThat(DailySample.of(count, MOST, 7))
                    .containsExactly(IntStream.range(0, count).toArray());
        }
    }

    @Test
    void ofManyTheFirstAndTheLastAndSomeOthersAreTried() {
        for (int count : new int[] {MOST + 1, 1_000_000}) {
            assertThat(DailySample.of(count, MOST, 7))
                    .hasSize(MOST)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .startsWith(0)
                    .endsWith(count - 1);
        }
    }

    @Test
    void anotherDayTriesOthersAndTheSameSeedTheSame() {
        assertThat(DailySample.of(1000, MOST, 20_786)).isEqualTo(DailySample.of(1000, MOST, 20_786));
        assertThat(Arrays.equals(DailySample.of(1000, MOST, 20_786), DailySample.of(1000, MOST, 20_787)))
                .isFalse();
    }
}
