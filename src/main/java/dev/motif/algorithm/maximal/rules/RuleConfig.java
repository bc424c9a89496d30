package dev.motif.algorithm.maximal.rules;

import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.SizeLimits;
import dev.motif.graph.Side;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Which association rules to find. The fractions mean what their shortest decimal form says: 0.1 is a tenth.
 *
 * @param items the side whose vertices are items; those of the other side are transactions
 * @param minSupport the least fraction of all transactions that have all items of a rule, in [0, 1]; at least one has
 * @param minConfidence the least fraction of the transactions with the antecedent that have the consequent too, in [0, 1]
 * @param maxItems the most items of a rule, antecedent and consequent together, in [{@value #MIN_ITEMS}, {@value #MOST_ITEMS}]
 * @param timeoutMillis when the search gives up, 0 for never
 * @param limit the most rules to return, 1 or more
 */
public record RuleConfig(
        Side items, double minSupport, double minConfidence, int maxItems, long timeoutMillis, long limit)
        implements Serializable {
    public static final int MIN_ITEMS = 2;
    public static final int MOST_ITEMS = Long.SIZE;

    /** The fewest of {@code transactions} that are {@link #minSupport} of them. */
    public int minCount(long transactions) {
        return BigDecimal.valueOf(minSupport)
                .multiply(BigDecimal.valueOf(transactions))
                .setScale(0, RoundingMode.CEILING)
                .max(BigDecimal.ONE)
                .intValueExact();
    }

    /**
     * The most transactions that may have the antecedent of a rule that {@code support} transactions have.
     *
     * @param transactions how many there are
     */
    int mostWithAntecedent(int support, int transactions) {
        return minConfidence == 0
                ? transactions
                : BigDecimal.valueOf(support)
                        .divideToIntegralValue(BigDecimal.valueOf(minConfidence))
                        .min(BigDecimal.valueOf(transactions))
                        .intValueExact();
    }

    /** The maximal bicliques that are the closed item sets of such rules. */
    MaximalBicliqueConfig closedSets(long transactions) {
        int least = minCount(transactions);
        int none = Integer.MAX_VALUE;
        SizeLimits sizes = items == Side.RIGHT
                ? new SizeLimits(least, none, 1, maxItems)
                : new SizeLimits(1, maxItems, least, none);
        return MaximalBicliqueConfig.TOTALS.with(items).with(sizes);
    }
}
