package dev.motif.algorithm.similar.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.graph.TwoPathCounter;
import dev.motif.oracle.CommonNeighborsOracle;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SimilarityMetricTest {
    /** Two vertices of degrees 4 and 9 have 3 common neighbors. */
    @ParameterizedTest
    @CsvSource({
        "COUNT, 3, 3",
        "JACCARD, 0.3, 0.3",
        "OVERLAP, 0.75, 0.75",
        "COSINE, 0.5, 0.5",
        "TOTAL_NEIGHBORS, 10, 10",
        "PREFERENTIAL_ATTACHMENT, 36, 36"
    })
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

    /** A common neighbor that has no others counts the most. */
    @Test
    void rareNeighborsCountMore() {
        assertThat(SimilarityMetric.ADAMIC_ADAR.weight(8)).isCloseTo(1 / Math.log(8), within(1e-15));
        assertThat(SimilarityMetric.RESOURCE_ALLOCATION.weight(8)).isEqualTo(0.125);
        assertThat(SimilarityMetric.NEWMAN.weight(2)).isEqualTo(1);
        assertThat(SimilarityMetric.NEWMAN.weight(9)).isEqualTo(0.125);
        assertThat(SimilarityMetric.COSINE.weight(9)).isEqualTo(1);
    }

    /** Of few and of many common neighbors, whose degrees are small or the largest ones. */
    @ParameterizedTest
    @EnumSource(names = {"ADAMIC_ADAR", "RESOURCE_ALLOCATION", "NEWMAN"})
    void sumsOfWeightsAreThoseOfDoublesWithinABillionth(SimilarityMetric metric) {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            int bits = 1 + random.nextInt(30);
            long[] degrees = random.longs(1 + random.nextInt(i % 10 == 0 ? 100_000 : 10), 2, 1 + (1L << bits))
                    .toArray();
            long low = 0;
            long high = 0;
            for (long degree : degrees) {
                long units = TwoPathCounter.units(metric.weight(degree));
                low += units;
                high += Long.compareUnsigned(low, units) < 0 ? 1 : 0;
            }
            double sum = Arrays.stream(degrees).mapToDouble(metric::weight).sum();
            assertThat(TwoPathCounter.ofUnits(high, low))
                    .as("%d degrees below 2^%d", degrees.length, bits)
                    .isEqualTo(CommonNeighborsOracle.sum(Arrays.stream(degrees).mapToDouble(metric::weight)))
                    .isCloseTo(sum, within(sum * 1e-9));
        }
    }

    /** The most that a vertex may have: of 2^31 common neighbors of degree 2. */
    @Test
    void largestSumsDoNotWrap() {
        BigInteger sum = BigInteger.valueOf(TwoPathCounter.units(SimilarityMetric.ADAMIC_ADAR.weight(2)))
                .shiftLeft(31);
        long high = sum.shiftRight(Long.SIZE).longValueExact();
        assertThat(high).isLessThan(1L << 31);
        assertThat(TwoPathCounter.ofUnits(high, sum.longValue())).isCloseTo(0x1p31 / Math.log(2), within(1e-6));
        assertThat(TwoPathCounter.ofUnits(high, -1))
                .isGreaterThanOrEqualTo(TwoPathCounter.ofUnits(high, -2))
                .isLessThanOrEqualTo(TwoPathCounter.ofUnits(high + 1, 0));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ADAMIC_ADAR", "RESOURCE_ALLOCATION", "NEWMAN"})
    void verticesWithoutNeighborsHaveNothingInCommon(SimilarityMetric metric) {
        assertThat(metric.of(0, 0, 0, false)).isZero();
    }

    /** The product and the sum of these degrees do not fit an int. */
    @Test
    void largeDegreesDoNotWrap() {
        int degree = Integer.MAX_VALUE;
        assertThat(SimilarityMetric.JACCARD.of(Integer.MAX_VALUE, degree, degree, false))
                .isEqualTo(1);
        assertThat(SimilarityMetric.COSINE.of(Integer.MAX_VALUE, degree, degree, false))
                .isEqualTo(1);
    }

    /** Small sets, the largest ones, and cosines that are all but 1 or the middle of two doubles. */
    @Test
    void cosinesAreTheNearestDoubles() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            int bits = 1 + random.nextInt(31);
            int size = 1 + (random.nextInt() >>> 1 >>> (31 - bits));
            int other = i % 3 == 0 ? size - random.nextInt(Math.min(size, 5)) : 1 + random.nextInt(size);
            int part = i % 2 == 0 ? other - random.nextInt(Math.min(other, 3)) : 1 + random.nextInt(other);
            assertThat(SimilarityMetric.COSINE.of(part, size, other, false))
                    .as("%d of %d and %d", part, size, other)
                    .isEqualTo(CommonNeighborsOracle.cosine(part, size, other));
            assertThat(SimilarityMetric.STRUCTURAL.of(part, size, other, false))
                    .isEqualTo(CommonNeighborsOracle.cosine(part, size + 1L, other + 1L));
            assertThat(SimilarityMetric.COSINE.of(part, other, size, true))
                    .isEqualTo(SimilarityMetric.COSINE.of(part, size, other, false))
                    .isLessThanOrEqualTo(SimilarityMetric.COSINE.atMost(part, size));
        }
    }

    /** 1 / sqrt(3), 1 / sqrt(2) and 1, from sets of other sizes. */
    @ParameterizedTest
    @CsvSource({"1, 1, 3", "1, 1, 2", "1, 1, 1"})
    void equalCosinesAreEqual(long part, long size, long other) {
        double cosine = SimilarityMetric.COSINE.of(part, size, other, false);
        for (long times = 2; times * other < Integer.MAX_VALUE; times += 1 + times / 10) {
            assertThat(SimilarityMetric.COSINE.of(times * part, times * size, times * other, false))
                    .isEqualTo(cosine);
            if (times * times * other < Integer.MAX_VALUE) {
                assertThat(SimilarityMetric.COSINE.of(times * part, size, times * times * other, false))
                        .isEqualTo(cosine);
            }
        }
    }
}
