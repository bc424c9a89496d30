package dev.motif.algorithm.group.biclique.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SizeBandsTest {
    private static final int CASES = 2000;
    private static final int MOST_DEGREE = 40;

    @Test
    void eachWantedSizeIsInOneBand() {
        Random random = new Random(1);
        for (int i = 0; i < CASES; i++) {
            SizeLimits sizes = sizes(random);
            BicliqueSize measure = BicliqueSize.values()[random.nextInt(BicliqueSize.values().length)];
            long threshold = random.nextInt(2) == 0 ? random.nextInt(20) : random.nextInt(1200);
            int mostLeft = random.nextInt(MOST_DEGREE + 1);
            int mostRight = mostLeft == 0 ? 0 : 1 + random.nextInt(MOST_DEGREE);
            List<SizeLimits> bands =
                    bands(new SizeBands(sizes, new Pruning(measure, () -> threshold, true), mostLeft, mostRight));
            for (int left = 1; left <= mostLeft; left++) {
                for (int right = 1; right <= mostRight; right++) {
                    int l = left;
                    int r = right;
                    long in = bands.stream().filter(band -> band.admit(l, r)).count();
                    if (sizes.admit(left, right) && measure.of(left, right) >= threshold) {
                        assertThat(in).as("%s x %s in %s", left, right, bands).isOne();
                    } else {
                        assertThat(in).isLessThanOrEqualTo(sizes.admit(left, right) ? 1 : 0);
                    }
                }
            }
        }
    }

    /** A limit is most often wide, so that several bands fit in. */
    private static SizeLimits sizes(Random random) {
        int minLeft = 1 + random.nextInt(4);
        int minRight = 1 + random.nextInt(4);
        return new SizeLimits(minLeft, most(minLeft, random), minRight, most(minRight, random));
    }

    private static int most(int least, Random random) {
        return random.nextInt(2) == 0 ? Integer.MAX_VALUE : least + random.nextInt(MOST_DEGREE);
    }

    private static List<SizeLimits> bands(SizeBands bands) {
        List<SizeLimits> all = new ArrayList<>();
        for (SizeLimits band = bands.first(); band != null; band = bands.after(band)) {
            all.add(band);
        }
        return all;
    }

    @Test
    void largerBicliquesTakeFewerRightVertices() {
        SizeBands bands = new SizeBands(
                new SizeLimits(3, Integer.MAX_VALUE, 3, Integer.MAX_VALUE),
                new Pruning(BicliqueSize.EDGES, () -> 100, true),
                1000,
                1000);
        assertThat(bands(bands))
                .containsExactly(
                        new SizeLimits(3, 5, 20, Integer.MAX_VALUE),
                        new SizeLimits(6, 11, 10, Integer.MAX_VALUE),
                        new SizeLimits(12, 23, 5, Integer.MAX_VALUE),
                        new SizeLimits(24, Integer.MAX_VALUE, 3, Integer.MAX_VALUE));
    }

    @Test
    void withoutAThresholdTheLimitsAreTheBand() {
        SizeLimits sizes = new SizeLimits(2, 9, 3, 8);
        assertThat(bands(new SizeBands(sizes, Pruning.NONE, 7, 7))).containsExactly(sizes);
    }

    @Test
    void balancedBicliquesAreOneBand() {
        Pruning pruning = new Pruning(BicliqueSize.BALANCED, () -> 12, true);
        assertThat(bands(new SizeBands(SizeLimits.NONE, pruning, 1000, 1000)))
                .containsExactly(new SizeLimits(12, Integer.MAX_VALUE, 12, Integer.MAX_VALUE));
        assertThat(bands(new SizeBands(SizeLimits.NONE, pruning, 11, 1000))).isEmpty();
    }
}
