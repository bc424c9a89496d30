package dev.motif.algorithm.commonneighbors.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SimilarityMetricTest {
    /** Two vertices of degrees 4 and 9 have 3 common neighbors. */
    @ParameterizedTest
    @CsvSource({"COUNT, 3, 3", "JACCARD, 0.3, 0.3", "OVERLAP, 0.75, 0.75", "COSINE, 0.5, 0.5"})
    void openNeighborhoodsDoNotAskForAdjacency(SimilarityMetric metric, double apart, double adjacent) {
        assertThat(metric.of(3, 4, 9, false)).isCloseTo(apart, within(1e-12));
        assertThat(metric.of(3, 4, 9, true)).isCloseTo(adjacent, within(1e-12));
    }

    @Test
    void closedNeighborhoodsHoldBothEndsOfAnEdge() {
        assertThat(SimilarityMetric.STRUCTURAL.of(3, 4, 9, true)).isCloseTo(5 / Math.sqrt(50), within(1e-12));
        assertThat(SimilarityMetric.STRUCTURAL.of(3, 4, 9, false)).isCloseTo(3 / Math.sqrt(50), within(1e-12));
    }

    /** Any two vertices of a clique of 5 have the same closed neighborhood. */
    @Test
    void verticesOfACliqueAreStructurallyEqual() {
        assertThat(SimilarityMetric.STRUCTURAL.of(3, 4, 4, true)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void verticesWithoutNeighborsHaveNothingInCommon(SimilarityMetric metric) {
        assertThat(metric.of(0, 0, 0, false)).isZero();
    }

    /** The product and the sum of these degrees do not fit an int. */
    @Test
    void largeDegreesDoNotWrap() {
        double degree = Integer.MAX_VALUE;
        assertThat(SimilarityMetric.JACCARD.of(Integer.MAX_VALUE, degree, degree, false))
                .isEqualTo(1);
        assertThat(SimilarityMetric.COSINE.of(Integer.MAX_VALUE, degree, degree, false))
                .isEqualTo(1);
    }
}
