package dev.motif.backend;

import dev.motif.graph.OffHeapLongs;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Roots of a search to walk from for an estimate, each with a chance in proportion to its weight, in a random order.
 *
 * @param roots at most as many as were asked for; a heavy root may come several times
 * @param totalWeight of all roots, those that were not drawn too
 */
public record RootSample(int[] roots, double totalWeight) {
    /** @param weights by root, about how much work each is */
    public static RootSample of(OffHeapLongs weights, int size, SplittableRandom random) {
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
        return new RootSample(Arrays.copyOf(roots, taken), totalWeight);
    }
}
