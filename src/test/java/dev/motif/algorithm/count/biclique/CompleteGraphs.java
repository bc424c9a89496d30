package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.oracle.BicliqueOracle;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * Complete bipartite graphs whose counts lie close to a bound.
 *
 * @param below the one with the largest count below the bound
 * @param above the one with the smallest count that is the bound or more
 */
public record CompleteGraphs(Case below, Case above) {
    private static final int MOST_LEFT = 5;
    private static final int MOST_RIGHT = 140;
    private static final Map<Integer, BigInteger> CHOICES = new HashMap<>();

    /** The (p,q)-bicliques of the complete graph of {@code a} left and {@code b} right vertices. */
    public record Case(int a, int b, int p, int q) {
        public BigInteger total() {
            return choices(a, p).multiply(choices(b, q));
        }

        BigInteger ofLeft() {
            return choices(a - 1, p - 1).multiply(choices(b, q));
        }

        BigInteger ofRight() {
            return choices(a, p).multiply(choices(b - 1, q - 1));
        }

        BigInteger ofEdge() {
            return choices(a - 1, p - 1).multiply(choices(b - 1, q - 1));
        }

        /** The largest single count of this kind. */
        BigInteger most(Result result) {
            return switch (result) {
                case VERTEX -> ofLeft().max(ofRight());
                case EDGE -> ofEdge();
                default -> total();
            };
        }
    }

    private static BigInteger choices(int n, int k) {
        return CHOICES.computeIfAbsent(n << 16 | k, any -> BicliqueOracle.choices(n, k));
    }

    public static CompleteGraphs around(BigInteger bound, Result result) {
        Case below = new Case(2, 2, 2, 2);
        Case above = null;
        for (int a = 2; a <= MOST_LEFT; a++) {
            for (int p = 2; p <= a; p++) {
                for (int b = 2; b <= MOST_RIGHT; b++) {
                    for (int q = Math.max(2, b / 2 - 4); q <= b / 2; q++) {
                        Case it = new Case(a, b, p, q);
                        BigInteger count = it.most(result);
                        if (count.compareTo(bound) >= 0) {
                            above = above == null || count.compareTo(above.most(result)) < 0 ? it : above;
                        } else if (count.compareTo(below.most(result)) > 0) {
                            below = it;
                        }
                    }
                }
            }
        }
        return new CompleteGraphs(below, above);
    }
}
