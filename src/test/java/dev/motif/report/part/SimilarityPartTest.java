package dev.motif.report.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimilarityPartTest {
    /** 11/20 times 20 is more than 11 in doubles. */
    @Test
    void endOfARangeBelongsToIt() {
        for (int all = 1; all <= 500; all++) {
            for (int common = 1; common <= all; common++) {
                assertThat(SimilarityPart.range((double) common / all))
                        .as("%d of %d", common, all)
                        .isEqualTo((20 * common - 1) / all);
            }
        }
    }
}
