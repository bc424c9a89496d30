package dev.motif.algorithm.count.clique.model;

import static dev.motif.algorithm.count.clique.CliqueGraphs.choices;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeafHistogramTest {
    @Test
    void everyLeafStandsForTheChoicesOfItsFreeVertices() {
        CliqueLeafHistogram leaves = new CliqueLeafHistogram();
        leaves.add(2, 5, 3);
        leaves.add(4, 1, 10);
        leaves.add(2, 5, -1);
        BigInteger[] expected = IntStream.rangeClosed(0, 7)
                .mapToObj(k -> (k < 2 ? BigInteger.ZERO : choices(5, k - 2).multiply(BigInteger.TWO))
                        .add(k < 4 ? BigInteger.ZERO : choices(1, k - 4).multiply(BigInteger.TEN)))
                .toArray(BigInteger[]::new);
        assertThat(leaves.cliques(KCliqueConfig.ALL)).containsExactly(expected);
        assertThat(leaves.cliques(5)).hasSize(6).startsWith(expected[0], expected[1], expected[2], expected[3]);
    }

    @Test
    void moreLeavesThanALongHoldsAreCounted() {
        CliqueLeafHistogram leaves = new CliqueLeafHistogram();
        CliqueLeafHistogram others = new CliqueLeafHistogram();
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 5; i++) {
            leaves.add(3, 0, Long.MAX_VALUE - i);
            others.add(3, 0, Long.MAX_VALUE);
            expected = expected.add(BigInteger.valueOf(Long.MAX_VALUE - i)).add(BigInteger.valueOf(Long.MAX_VALUE));
        }
        BigInteger huge = BigInteger.ONE.shiftLeft(100);
        others.add(3, 0, huge);
        leaves.add(others);
        assertThat(leaves.cliques(3)[3]).isEqualTo(expected.add(huge));
    }

    @Test
    void noLeavesAreNoCliques() {
        assertThat(new CliqueLeafHistogram().cliques(KCliqueConfig.ALL)).containsExactly(BigInteger.ZERO);
        CliqueLeafHistogram cancelled = new CliqueLeafHistogram();
        cancelled.add(9, 4, 1);
        cancelled.add(9, 4, -1);
        assertThat(cancelled.cliques(KCliqueConfig.ALL)).containsExactly(BigInteger.ZERO);
    }
}
