package dev.motif.algorithm.group.rules;

/**
 * The numbers of association rules.
 *
 * @param rules how many there are
 * @param exactRules the number of rules of confidence 1
 * @param closedSets the closed item sets of at most {@link RuleConfig#maxItems} items that are frequent enough
 * @param mostItems the items of the largest one of them, 0 when there is none
 * @param minCount the fewest transactions that a rule needs
 */
public record RuleCounts(long rules, long exactRules, long closedSets, int mostItems, int minCount)
        implements AutoCloseable {
    @Override
    public void close() {}
}
