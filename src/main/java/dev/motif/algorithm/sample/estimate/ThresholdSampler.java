package dev.motif.algorithm.sample.estimate;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Chooses some of many items, with a chance that grows with their weight, so that the sum of anything over all items can
 * be estimated without bias by the items that are chosen: each of them stands for {@code 1 / chance} items.
 *
 * <p>There is a bound such that items of at least this weight are chosen for certain, and others with the chance of their
 * weight by the bound; it is such that about the number asked for is chosen. No other choice of the same number of items
 * has estimates of the weights with smaller variance: Fearnhead and Clifford, "On-line inference for hidden Markov models
 * via particle filters", JRSS B 65(4), 2003, doi:10.1111/1467-9868.00421.
 */
public final class ThresholdSampler {
    /** Keeps sums and products of weights below the largest double. A cut weight is no less right, only less apt. */
    private static final double MOST_WEIGHT = 1e290;

    private double[] weights = new double[64];
    private int[] nodes = new int[64];
    private int[] steps = new int[64];
    private int size;
    private double sum;
    private double largest;
    private int[] chosen = new int[64];
    private double[] standsFor = new double[64];
    private int chosenCount;

    public void clear() {
        size = 0;
        sum = 0;
        largest = 0;
        chosenCount = 0;
    }

    /**
     * Adds an item, which gets the next number from 0 on: a child of a node of a search.
     *
     * @param weight more than 0
     * @param step what leads from there to the child
     */
    public void add(double weight, int node, int step) {
        makeRoom(1);
        nodes[size] = node;
        steps[size] = step;
        double cut = weight < MOST_WEIGHT ? weight : MOST_WEIGHT;
        weights[size++] = cut;
        sum += cut;
        largest = cut > largest ? cut : largest;
    }

    /** Adds the first {@code count} of these children of a node except children of weight 0, which get no number. */
    public void addAll(double[] weightsThere, int node, int[] stepsThere, int count) {
        makeRoom(count);
        int at = size;
        double newSum = sum;
        double newLargest = largest;
        for (int i = 0; i < count; i++) {
            double cut = weightsThere[i] < MOST_WEIGHT ? weightsThere[i] : MOST_WEIGHT;
            weights[at] = cut;
            nodes[at] = node;
            steps[at] = stepsThere[i];
            // 1 for a weight above 0, without a branch.
            at += (int) (-Double.doubleToRawLongBits(cut) >>> 63);
            newSum += cut;
            newLargest = cut > newLargest ? cut : newLargest;
        }
        sum = newSum;
        largest = newLargest;
        size = at;
    }

    private void makeRoom(int more) {
        if (size + more > weights.length) {
            int room = Math.max(size + more, 2 * weights.length);
            weights = Arrays.copyOf(weights, room);
            nodes = Arrays.copyOf(nodes, room);
            steps = Arrays.copyOf(steps, room);
        }
    }

    /** Chooses about {@code most} items, at most one more; all when there are not more. */
    public void choose(int most, SplittableRandom random) {
        double bound = size <= most ? 0 : bound(most);
        if (chosen.length < Math.min(size, most) + 2) {
            chosen = new int[Math.min(size, most) + 2];
            standsFor = new double[chosen.length];
        }
        chosenCount = 0;
        // Systematic sampling of the light ones: a chance is passed over whenever their sum passes the next point.
        double point = random.nextDouble();
        double passed = 0;
        for (int item = 0; item < size; item++) {
            double chance = weights[item] >= bound ? 1 : weights[item] / bound;
            if (chance < 1) {
                passed += chance;
                if (passed <= point || chosenCount == chosen.length) {
                    continue;
                }
                point++;
            }
            chosen[chosenCount] = item;
            standsFor[chosenCount++] = 1 / chance;
        }
    }

    /** The weight from which on items are chosen for certain. */
    private double bound(int most) {
        double bound = sum / most;
        while (largest >= bound) {
            double light = 0;
            int heavy = 0;
            for (int item = 0; item < size; item++) {
                if (weights[item] >= bound) {
                    heavy++;
                } else {
                    light += weights[item];
                }
            }
            double next = light / (most - heavy);
            if (next >= bound || light == 0) {
                return bound;
            }
            bound = next;
        }
        return bound;
    }

    /** How many items were chosen. */
    public int chosenCount() {
        return chosenCount;
    }

    /** The {@code i}-th item chosen, from 0 on, in ascending order. */
    public int chosen(int i) {
        return chosen[i];
    }

    /** The node that the {@code i}-th item chosen is a child of. */
    public int node(int i) {
        return nodes[chosen[i]];
    }

    /** The step from that node to the {@code i}-th item chosen. */
    public int step(int i) {
        return steps[chosen[i]];
    }

    /** How many items the {@code i}-th item chosen stands for, itself included. */
    public double standsFor(int i) {
        return standsFor[i];
    }

    /** The most heap bytes for this many items, while the arrays grow. */
    public static long bytes(long items) {
        return 3 * items * (Double.BYTES + 2 * Integer.BYTES);
    }
}
