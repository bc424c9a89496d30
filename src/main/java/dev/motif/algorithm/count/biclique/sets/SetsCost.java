package dev.motif.algorithm.count.biclique.sets;

import dev.motif.parallel.Steps;
import java.util.SplittableRandom;

/**
 * Estimates how many pairs of rows a search for sets compares, from random walks (Knuth, "Estimating the efficiency of
 * backtrack programs", 1975, doi:10.1090/S0025-5718-1975-0373371-6). A walk begins with a pair that is drawn by its columns
 * in common and its later rows, on which its work depends most.
 */
final class SetsCost {
    /** The pairs that are drawn evenly, of which walks begin with some. */
    private static final int DRAWN = 1 << 12;

    private static final int WALKS = 256;

    private final BitMatrix matrix;
    private final SetSizes sizes;
    private final Steps steps;
    private final SplittableRandom random = new SplittableRandom(WALKS);
    private final int[][] first = new int[2][DRAWN];
    private final double[] reached = new double[DRAWN + 1];
    private final int[] common;
    private final int[] list;

    /** @param steps counts the words that are read */
    SetsCost(BitMatrix matrix, SetSizes sizes, Steps steps) {
        this.matrix = matrix;
        this.sizes = sizes;
        this.steps = steps;
        this.common = new int[matrix.words()];
        this.list = new int[matrix.rows()];
    }

    /** About the pairs of rows that are compared. */
    double pairs() {
        double all = matrix.pairs();
        if (all == 0 || sizes.most() == 2) {
            return all;
        }
        draw();
        double sum = 0;
        for (int walk = 0; walk < WALKS && reached[DRAWN] > 0; walk++) {
            double at = reached[DRAWN] * (walk + random.nextDouble()) / WALKS;
            int drawn = 0;
            for (int size = DRAWN / 2; size > 0; size /= 2) {
                drawn += reached[drawn + size] <= at ? size : 0;
            }
            double chance = (reached[drawn + 1] - reached[drawn]) / reached[DRAWN] * DRAWN;
            sum += walk(first[0][drawn], first[1][drawn]) / chance;
        }
        return all + sum / WALKS * all;
    }

    private void draw() {
        for (int i = 0; i < DRAWN; i++) {
            int row = random.nextInt(matrix.rows());
            int other = random.nextInt(matrix.rows() - 1);
            other += other >= row ? 1 : 0;
            first[0][i] = Math.min(row, other);
            first[1][i] = Math.max(row, other);
            double columns = columns(first[0][i], first[1][i]);
            double later = matrix.rows() - 1.0 - first[1][i];
            boolean isExtended = columns >= sizes.least(3);
            reached[i + 1] = reached[i] + (isExtended ? columns * columns * columns * (later * later + 1) : 0);
        }
    }

    private int columns(int row, int other) {
        int columns = 0;
        for (int word = 0; word < matrix.words(); word++) {
            columns += Integer.bitCount(matrix.word(word, row) & matrix.word(word, other));
        }
        steps.add(matrix.words());
        return columns;
    }

    /** The pairs that are compared for sets with both rows, as expected on the way to one of the last size. */
    private double walk(int row, int other) {
        for (int word = 0; word < common.length; word++) {
            common[word] = matrix.word(word, row) & matrix.word(word, other);
        }
        int count = 0;
        for (int later = other + 1; later < matrix.rows(); later++) {
            list[count++] = later;
        }
        double times = 1;
        double pairs = count;
        count = keep(0, count, Math.min(4, sizes.most()));
        for (int size = 3; size < sizes.most() && count > 0; size++) {
            if (size == sizes.most() - 1) {
                return pairs + times * count * (count - 1.0) / 2;
            }
            times *= count;
            int chosen = random.nextInt(count);
            for (int word = 0; word < common.length; word++) {
                common[word] &= matrix.word(word, list[chosen]);
            }
            pairs += times * (count - chosen - 1);
            count = keep(chosen + 1, count, size + 2);
        }
        return pairs;
    }

    /** Keeps the rows of a part of the list that share enough columns for a set of {@code vertices}; returns how many. */
    private int keep(int from, int to, int vertices) {
        int kept = 0;
        for (int i = from; i < to; i++) {
            int columns = 0;
            for (int word = 0; word < common.length; word++) {
                columns += Integer.bitCount(common[word] & matrix.word(word, list[i]));
            }
            list[kept] = list[i];
            kept += columns >= sizes.least(vertices) ? 1 : 0;
        }
        steps.add((to - from) * (long) common.length);
        return kept;
    }
}
