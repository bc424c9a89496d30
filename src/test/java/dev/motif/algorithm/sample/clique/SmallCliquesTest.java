package dev.motif.algorithm.sample.clique;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SmallCliquesTest {
    @Test
    void countsAreThoseOfEnumeration() {
        SplittableRandom random = new SplittableRandom(1);
        SmallCliques small = new SmallCliques();
        for (int count : new int[] {2, 3, 11, 12, 13, 18, SmallCliques.MOST}) {
            for (double density : new double[] {0, 0.3, 0.7, 0.9, 1}) {
                long[] rows = small.rows();
                Arrays.fill(rows, 0);
                for (int u = 0; u < count; u++) {
                    for (int v = 0; v < u; v++) {
                        if (random.nextDouble() < density) {
                            rows[u] |= 1L << v;
                            rows[v] |= 1L << u;
                        }
                    }
                }
                for (int k = 2; k <= count; k += 1 + count / 8) {
                    assertThat(small.count(count, k)).isEqualTo(enumerated(rows, (1L << count) - 1, k));
                }
            }
        }
    }

    private static long enumerated(long[] rows, long candidates, int need) {
        if (need == 0) {
            return 1;
        }
        long ways = 0;
        for (long rest = candidates; rest != 0; rest &= rest - 1) {
            int v = Long.numberOfTrailingZeros(rest);
            ways += enumerated(rows, candidates & rows[v] & (1L << v) - 1, need - 1);
        }
        return ways;
    }
}
