package dev.motif.algorithm.group.rules;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.graph.Side;
import java.io.Serializable;
import java.util.function.IntPredicate;

/**
 * The association rules to find. Fractions are compared as they are returned, as doubles: what was computed by a
 * division, or returned by an earlier search, is a limit that keeps what has just this fraction.
 *
 * @param items the side whose vertices are items; the vertices of the other side are transactions
 * @param minSupport the least fraction of all transactions that have all items of a rule, in [0, 1]; at least one has
 * @param minCount the least number of transactions that have all items of a rule, 1 or more
 * @param minConfidence the least fraction of the transactions with the antecedent that have the consequent too, in [0,
 *     1]
 * @param maxItems the most items of a rule, antecedent and consequent together, in [{@value #MIN_ITEMS}, {@value
 *     #MOST_ITEMS}]
 * @param timeoutMillis when the search gives up, 0 for never
 * @param limit the most rules to return, 1 or more
 */
public record RuleConfig(
        Side items, double minSupport, int minCount, double minConfidence, int maxItems, long timeoutMillis, long limit)
        implements Serializable {
    public static final int MIN_ITEMS = 2;
    public static final int MOST_ITEMS = Long.SIZE;

    /** The fewest of {@code transactions} that are {@link #minSupport} of them, and {@link #minCount}. */
    public int leastCount(long transactions) {
        int most = Math.toIntExact(transactions);
        return Math.max(minCount, first(1, most, count -> (double) count / most >= minSupport));
    }

    /**
     * The most transactions that may have the antecedent of a rule that {@code support} transactions have.
     *
     * @param transactions how many there are
     */
    int mostWithAntecedent(int support, int transactions) {
        // A set of items has at least the transactions of a larger one.
        return first(
                support,
                transactions,
                count -> count == transactions || (double) support / (count + 1) < minConfidence);
    }

    /** The first number from {@code low} on for which a condition holds that holds of all after it; {@code high} at last. */
    private static int first(int low, int high, IntPredicate holds) {
        int from = low;
        int to = Math.max(low, high);
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (holds.test(middle)) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    /** The maximal bicliques that are the closed item sets of such rules. */
    MaximalBicliqueConfig closedSets(long transactions) {
        int least = leastCount(transactions);
        int none = Integer.MAX_VALUE;
        SizeLimits sizes = items == Side.RIGHT
                ? new SizeLimits(least, none, 1, maxItems)
                : new SizeLimits(1, maxItems, least, none);
        return MaximalBicliqueConfig.TOTALS.with(items).with(sizes);
    }
}
