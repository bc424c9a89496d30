package dev.motif.graph.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.TestGraphs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WeightUnitTest {
    private static WeightUnit unit(double... weights) {
        return unit(false, weights);
    }

    private static WeightUnit unit(boolean squares, double... weights) {
        try (OffHeapLongs bits = new NativeMemory(1 << 22).longs(weights.length)) {
            for (int i = 0; i < weights.length; i++) {
                bits.set(i, Double.doubleToRawLongBits(weights[i]));
            }
            return TestGraphs.weights(bits, true).unit(squares);
        }
    }

    @Test
    void weightsAreWholeNumbersOfTheLargestUnit() {
        assertThat(unit()).isEqualTo(new WeightUnit(0));
        assertThat(unit(0, 0)).isEqualTo(new WeightUnit(0));
        assertThat(unit(0, 3, 5)).isEqualTo(new WeightUnit(0));
        assertThat(unit(12, 8)).isEqualTo(new WeightUnit(2));
        assertThat(unit(0.75, 0.5, 3)).isEqualTo(new WeightUnit(-2));
        assertThat(unit(0x1p-300, 0x3p-301)).isEqualTo(new WeightUnit(-301));
        assertThat(new WeightUnit(-2).units(0.75)).isEqualTo(3);
        assertThat(new WeightUnit(2).weight(5)).isEqualTo(20);
    }

    @Test
    void sumsOf2ToThe53OrMoreHaveNone() {
        assertThat(unit(0x1p52, 0x1p52 - 1)).isEqualTo(new WeightUnit(0));
        assertThat(unit(0x1p52, 0x1p52 - 1, 1)).isNull();
        assertThat(unit(0x1p52, 0x1p52 - 1, 1, 1, 1)).isNull();
        assertThat(unit(1, 0x1p60)).isNull();
        assertThat(unit(0.1, 0.2, 0.3)).isNull();
        assertThat(unit(Double.MIN_VALUE, 5 * Double.MIN_VALUE)).isEqualTo(new WeightUnit(-1074));
        assertThat(unit(Double.MIN_NORMAL, 8 * Double.MIN_VALUE)).isEqualTo(new WeightUnit(-1071));
        assertThat(new WeightUnit(-1074).units(5 * Double.MIN_VALUE)).isEqualTo(5);
        assertThat(new WeightUnit(-1074).weight(5)).isEqualTo(5 * Double.MIN_VALUE);
        assertThat(unit(Double.MAX_VALUE)).isEqualTo(new WeightUnit(1023 - 52));
    }

    private static EdgeWeights weights(OffHeapLongs bits, double... weights) {
        for (int i = 0; i < weights.length; i++) {
            bits.set(i, Double.doubleToRawLongBits(weights[i]));
        }
        return TestGraphs.weights(bits, true);
    }

    @Test
    void sumsThatOverflowAreScaledByAPowerOfTwoWhereThatIsExact() {
        try (OffHeapLongs three = new NativeMemory(1 << 10).longs(3)) {
            assertThat(weights(three, 1e300, 1e-320, 3).scale()).isEqualTo(1);
            double scale = weights(three, 1e308, 1e308, 0x1p-1060).scale();
            assertThat(scale).isBetween(0x1p-10, 0x1p-2);
            assertThat(Math.scalb(1.0, Math.getExponent(scale))).isEqualTo(scale);
            EdgeWeights apart = weights(three, 1e308, 1e308, Double.MIN_VALUE);
            assertThatThrownBy(apart::scale)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("`relationshipWeightProperty` must be a column in which the sum of the weights is below"
                            + " 1.8e308, but in 'w' they differ too much to be scaled");
        }
    }

    @Test
    void productsThatVanishOrOverflowAreKnown() {
        try (OffHeapLongs three = new NativeMemory(1 << 10).longs(3)) {
            assertThat(weights(three, 0, 0, 0).haveFarProducts()).isFalse();
            assertThat(weights(three, 0.1, 1e100, 1e-100).haveFarProducts()).isFalse();
            assertThat(weights(three, 0.1, 1e160, 1).haveFarProducts()).isTrue();
            assertThat(weights(three, 0.1, 1e-160, 1).haveFarProducts()).isTrue();
        }
    }

    @Test
    void eachOfManyWeightsCounts() {
        double[] weights = new double[300_000];
        Arrays.fill(weights, 4);
        assertThat(unit(weights)).isEqualTo(new WeightUnit(2));
        weights[weights.length - 1] = 0.5;
        assertThat(unit(weights)).isEqualTo(new WeightUnit(-1));
        weights[0] = 0x1p52;
        assertThat(unit(weights)).isNull();
    }

    @Test
    void weightsThatAreNotKnownYetAreNoObstacle() {
        assertThat(EdgeWeights.named("w").obstacle(true)).isNull();
    }

    @Test
    void squaresHaveShorterSums() {
        assertThat(unit(true, 0.75, 0.5, 3)).isEqualTo(new WeightUnit(-2));
        assertThat(unit(true, 1L << 26, 1L << 26)).isEqualTo(new WeightUnit(26));
        assertThat(unit(true, (1L << 26) + 1, 1)).isEqualTo(new WeightUnit(0));
        assertThat(unit(true, (1L << 26) + 1, 1L << 26)).isNull();
        assertThat(unit(true, 0x1p-201)).isNull();
        assertThat(unit(true, 0x1p201)).isNull();
        assertThat(new WeightUnit(-2).unitsOfSum(9.5, false)).isEqualTo(38);
        assertThat(new WeightUnit(-2).unitsOfSum(9.5, true)).isEqualTo(152);
    }
}
