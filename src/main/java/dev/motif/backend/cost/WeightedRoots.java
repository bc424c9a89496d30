package dev.motif.backend.cost;

import dev.motif.graph.memory.OffHeapLongs;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A random sample of the roots of a search, from which an estimate walks. Each root is drawn with a chance in
 * proportion to its weight (systematic sampling); the sample is in random order.
 *
 * @param roots the drawn roots, at most the number that was asked for; a root of large weight may occur several times
 * @param totalWeight the sum of the weights of all roots, drawn or not
 */
public record WeightedRoots(int[] roots, double totalWeight) {
    /**
     * Draws a sample.
     *
     * @param weights for each root about how much work a search from it is
     * @param size the most roots to draw
     */
    public static WeightedRoots of(OffHeapLongs weights, int size, SplittableRandom random) {
        double totalWeight = 0;
        for (long root = 0; root < weights.length(); root++) {
            totalWeight += weights.get(root);
        }
        int[] roots = new int[weights.length() == 0 ? 0 : size];
        double step = totalWeight / size;
        double at = random.nextDouble() * step;
        int taken = 0;
        double reached = 0;
        for (int root = 0; root < weights.length(); root++) {
            reached += weights.get(root);
            for (; at < reached && taken < roots.length; at += step) {
                int place = random.nextInt(++taken);
                roots[taken - 1] = roots[place];
                roots[place] = root;
            }
        }
        return new WeightedRoots(Arrays.copyOf(roots, taken), totalWeight);
    }
}
