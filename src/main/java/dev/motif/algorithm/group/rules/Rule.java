package dev.motif.algorithm.group.rules;

/**
 * An association rule: transactions with all items of the antecedent tend to have all items of the consequent too.
 * Callers must not change the arrays.
 *
 * @param antecedent items, ascending, one or more
 * @param consequent other items, ascending, one or more
 * @param count the transactions with all of these items
 * @param antecedentCount the transactions with the antecedent
 * @param consequentCount the transactions with the consequent
 */
public record Rule(int[] antecedent, int[] consequent, int count, int antecedentCount, int consequentCount) {
    /** The fraction of all {@code transactions} that have all items. */
    public double support(int transactions) {
        return (double) count / transactions;
    }

    /** The fraction of the transactions with the antecedent that have the consequent too. */
    public double confidence() {
        return (double) count / antecedentCount;
    }

    /** How many times as often antecedent and consequent are together as if they were independent. */
    public double lift(int transactions) {
        return (double) count * transactions / ((double) antecedentCount * consequentCount);
    }

    /** The support less what it were if antecedent and consequent were independent; Piatetsky-Shapiro's measure. */
    public double leverage(int transactions) {
        return support(transactions) - (double) antecedentCount / transactions * consequentCount / transactions;
    }

    /**
     * How many times as often the antecedent were without the consequent if they were independent; infinite for a confidence
     * of 1.
     */
    public double conviction(int transactions) {
        return count == antecedentCount
                ? Double.POSITIVE_INFINITY
                : ((double) transactions - consequentCount)
                        * antecedentCount
                        / ((double) transactions * (antecedentCount - count));
    }
}
