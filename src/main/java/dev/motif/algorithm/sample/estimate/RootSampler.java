package dev.motif.algorithm.sample.estimate;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.SplittableRandom;

/**
 * The roots of a search that a sample goes on from, chosen anew for each estimate as a {@link ThresholdSampler} chooses items:
 * roots of large weight always, other roots with a chance in proportion to their weight.
 */
public final class RootSampler {
    /** The nodes of a level that an estimate goes on with, of all roots together. */
    public static final int NODES = 2048;

    /** The nodes of a level of one root, at least. */
    private static final int NODES_OF_ROOT = 16;

    /** Children of a level's nodes of one root together, about: with more children each, fewer nodes go on. */
    private static final int MOST_CHILDREN = 1 << 18;

    private static final int MOST_ROOTS = NODES / NODES_OF_ROOT;

    private final OffHeapLongs weights;

    /** For each root the sum of the chances of the light roots up to it, as the bits of a double. */
    private final OffHeapLongs sums;

    private final double bound;
    private final double sum;
    private final double sumOfChances;
    private final int[] heavy;

    @FunctionalInterface
    public interface Chosen {
        /**
         * @param nodes how many nodes of a level to go on with
         * @param times how many roots it stands for
         */
        void take(int root, int nodes, double times);
    }

    /**
     * @param weights for each root the bits of its weight, a double of 0 or more
     * @param scope owns the memory
     */
    public RootSampler(OffHeapLongs weights, OffHeapScope scope) {
        this.weights = weights;
        this.sums = scope.longs(weights.length());
        this.bound = bound();
        int heavyCount = 0;
        double all = 0;
        double chances = 0;
        for (long root = 0; root < weights.length(); root++) {
            double weight = weight(root);
            all += weight;
            heavyCount += isHeavy(weight) ? 1 : 0;
            chances += isHeavy(weight) ? 0 : weight / bound;
            sums.set(root, Double.doubleToRawLongBits(chances));
        }
        sum = all;
        sumOfChances = chances;
        heavy = new int[heavyCount];
        for (int root = 0, next = 0; next < heavyCount; root++) {
            if (isHeavy(weight(root))) {
                heavy[next++] = root;
            }
        }
    }

    private double weight(long root) {
        return Double.longBitsToDouble(weights.get(root));
    }

    private boolean isHeavy(double weight) {
        return weight > 0 && weight >= bound;
    }

    /** The bound of {@link ThresholdSampler}; 0 when at most {@link #MOST_ROOTS} roots have a weight. */
    private double bound() {
        double reached = Double.POSITIVE_INFINITY;
        while (true) {
            double light = 0;
            int heavyRoots = 0;
            int lightRoots = 0;
            for (long root = 0; root < weights.length(); root++) {
                double weight = weight(root);
                if (weight >= reached) {
                    heavyRoots++;
                } else if (weight > 0) {
                    light += weight;
                    lightRoots++;
                }
            }
            if (heavyRoots + lightRoots <= MOST_ROOTS) {
                return 0;
            }
            double next = light / (MOST_ROOTS - heavyRoots);
            if (next >= reached || light == 0) {
                return reached;
            }
            reached = next;
        }
    }

    public boolean isEmpty() {
        return sum == 0;
    }

    /** The weights of all roots together. */
    public double sum() {
        return sum;
    }

    public void choose(Chosen chosen, SplittableRandom random) {
        for (int root : heavy) {
            chosen.take(root, nodes(root), 1);
        }
        for (double point = random.nextDouble(); point < sumOfChances; point++) {
            int root = rootAt(point);
            chosen.take(root, nodes(root), bound / weight(root));
        }
    }

    /** How many nodes of a level an estimate goes on with from this root, when it is chosen. */
    public int nodes(int root) {
        double weight = weight(root);
        return isHeavy(weight) ? (int) Math.max(NODES_OF_ROOT, NODES * (weight / sum)) : NODES_OF_ROOT;
    }

    /** Whether estimates may go on from this root. */
    public boolean isSampled(int root) {
        return weight(root) > 0;
    }

    /** The first root up to which the chances add up to more than {@code point}. */
    private int rootAt(double point) {
        long low = 0;
        long high = sums.length() - 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (Double.longBitsToDouble(sums.get(middle)) > point) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return (int) low;
    }

    /** How many of {@code nodes} nodes of a level go on where each may have this many children; 2 or more. */
    public static int nodesWith(long children, int nodes) {
        return (int) Math.max(2, Math.min(nodes, MOST_CHILDREN / Math.max(1, children)));
    }

    /** The off-heap bytes for this many roots, with their weights. */
    public static long bytes(long roots) {
        return 2 * roots * Long.BYTES;
    }
}
