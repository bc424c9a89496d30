package dev.motif.algorithm.sample.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ThresholdSamplerTest {
    private static final int ROUNDS = 20_000;

    /** Weights of very different sizes, and values that have little to do with them. */
    private static double weight(int item) {
        return item % 7 == 0 ? 100 + item : 1.0 / (1 + item);
    }

    private static double weightOfRoot(int root) {
        return root % 100 == 1 ? 1000 : 1 + root % 11;
    }

    private static double value(int item) {
        return 1 + item % 5;
    }

    @Test
    void allAreChosenWhenThereIsRoom() {
        ThresholdSampler items = new ThresholdSampler();
        for (int item = 0; item < 10; item++) {
            items.add(weight(item), 2 * item, 3 * item);
        }
        items.choose(10, new SplittableRandom(1));
        assertThat(items.chosenCount()).isEqualTo(10);
        for (int i = 0; i < 10; i++) {
            assertThat(items.chosen(i)).isEqualTo(i);
            assertThat(items.node(i)).isEqualTo(2 * i);
            assertThat(items.step(i)).isEqualTo(3 * i);
            assertThat(items.standsFor(i)).isEqualTo(1);
        }
    }

    @Test
    void childrenOfANodeAreAsOneByOne() {
        ThresholdSampler atOnce = new ThresholdSampler();
        ThresholdSampler oneByOne = new ThresholdSampler();
        for (int node = 0; node < 30; node++) {
            double[] weights = new double[100];
            int[] steps = new int[100];
            for (int i = 0; i < 10 * (node % 10); i++) {
                weights[i] = i % 3 == 0 ? 0 : i % 7 == 0 ? 1e300 : weight(i);
                steps[i] = 2 * i;
                if (weights[i] > 0) {
                    oneByOne.add(weights[i], node, steps[i]);
                }
            }
            atOnce.addAll(weights, node, steps, 10 * (node % 10));
        }
        for (int most : new int[] {20, 200, 2000}) {
            atOnce.choose(most, new SplittableRandom(3));
            oneByOne.choose(most, new SplittableRandom(3));
            assertThat(atOnce.chosenCount()).isEqualTo(oneByOne.chosenCount()).isPositive();
            for (int i = 0; i < atOnce.chosenCount(); i++) {
                assertThat(atOnce.chosen(i)).isEqualTo(oneByOne.chosen(i));
                assertThat(atOnce.node(i)).isEqualTo(oneByOne.node(i));
                assertThat(atOnce.step(i)).isEqualTo(oneByOne.step(i));
                assertThat(atOnce.standsFor(i)).isEqualTo(oneByOne.standsFor(i));
            }
        }
    }

    @Test
    void sumsAreEstimatedWithoutBias() {
        ThresholdSampler items = new ThresholdSampler();
        SplittableRandom random = new SplittableRandom(5);
        double sum = 0;
        double sumOfWeights = 0;
        double all = 0;
        double allWeights = 0;
        for (int item = 0; item < 50; item++) {
            items.add(weight(item), 2 * item, 3 * item);
            all += value(item);
            allWeights += weight(item);
        }
        for (int round = 0; round < ROUNDS; round++) {
            items.choose(20, random);
            assertThat(items.chosenCount()).isBetween(19, 21);
            double weights = 0;
            for (int i = 0; i < items.chosenCount(); i++) {
                sum += items.standsFor(i) * value(items.chosen(i));
                weights += items.standsFor(i) * weight(items.chosen(i));
            }
            sumOfWeights += weights;
            assertThat(weights).isCloseTo(allWeights, within(0.1 * allWeights));
        }
        assertThat(sum / ROUNDS).isCloseTo(all, within(0.01 * all));
        assertThat(sumOfWeights / ROUNDS).isCloseTo(allWeights, within(0.001 * allWeights));
    }

    private static double estimate(RootSampler roots, IntToDoubleFunction ofRoot, SplittableRandom random) {
        double[] all = {0};
        roots.choose((root, nodes, times) -> all[0] += times * ofRoot.applyAsDouble(root), random);
        return all[0];
    }

    @Test
    void rootsAreChosenWithoutBiasToo() {
        NativeMemory memory = new NativeMemory(1 << 20);
        int count = 1000;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs weights = scope.longs(count);
            double all = 0;
            double allWeights = 0;
            for (int root = 0; root < count; root++) {
                // One root in three holds nothing.
                double weight = root % 3 == 0 ? 0 : weightOfRoot(root);
                weights.set(root, Double.doubleToRawLongBits(weight));
                all += root % 3 == 0 ? 0 : value(root);
                allWeights += weight;
            }
            RootSampler roots = new RootSampler(weights, scope);
            assertThat(roots.sum()).isCloseTo(allWeights, within(1e-9 * allWeights));
            SplittableRandom random = new SplittableRandom(9);
            double sum = 0;
            for (int round = 0; round < ROUNDS; round++) {
                double weighed = estimate(roots, ThresholdSamplerTest::weightOfRoot, random);
                assertThat(weighed).isCloseTo(allWeights, within(0.05 * allWeights));
                sum += estimate(roots, ThresholdSamplerTest::value, random);
            }
            assertThat(sum / ROUNDS).isCloseTo(all, within(0.03 * all));
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void choicesAreBinomialCoefficients() {
        ApproximateBinomials choices = new ApproximateBinomials(300);
        assertThat(choices.of(10, 3)).isCloseTo(120, within(1e-9));
        assertThat(choices.of(3, 10)).isZero();
        assertThat(choices.of(0, 0)).isEqualTo(1);
        assertThat(choices.of(1, 2)).isZero();
        assertThat(ApproximateBinomials.factor(0) * ApproximateBinomials.factor(0))
                .isPositive();
        assertThat(ApproximateBinomials.factor(Double.POSITIVE_INFINITY) * ApproximateBinomials.factor(1e300))
                .isFinite();
        assertThat(ApproximateBinomials.factor(0.25)).isEqualTo(0.25);
        assertThat(choices.of(300, 150)).isCloseTo(9.375970277282e88, within(1e78));
    }

    @Test
    void columnsOfChoicesAreThoseOneByOne() {
        ApproximateBinomials choices = new ApproximateBinomials(1000);
        double[] column = new double[1001];
        for (int k : new int[] {0, 1, 2, 3, 17, 600}) {
            ApproximateBinomials.column(k, 1000, column);
            for (int n = 0; n <= 1000; n++) {
                double one = choices.of(n, k);
                assertThat(column[n] / Math.max(1, one)).isCloseTo(one == 0 ? 0 : 1, within(1e-9));
            }
        }
    }
}
