package dev.motif.algorithm.group.rules;

import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Counts the minimal non-redundant association rules of a graph whose one side are transactions, such as baskets, and
 * whose other side are the items in them.
 *
 * <p>For sets of items {@code A} and {@code C}, neither empty, without a common one, and the number {@code t(X)} of the
 * transactions that have all items of {@code X}, of {@code n} in all, the rule {@code A -> C} has
 *
 * <pre>{@code
 * support = t(A + C) / n,   confidence = t(A + C) / t(A)
 * }</pre>
 *
 * <p>A rule is redundant when another one has the same support and confidence, an antecedent that is part of its
 * antecedent, and a consequent that contains its consequent: it says more of less. In the rules that remain, {@code A +
 * C} is closed, so that no other item is in all of its transactions, and {@code A} is a minimal generator: without any
 * one of its items, unless it is the only one, more transactions have it. Closed sets are the item sides of maximal
 * bicliques.
 *
 * <p>Each worker takes the maximal bicliques that it finds, and searches the antecedents in each ({@link
 * ClosedSetRules}): no set of rules, of closed sets or of generators is kept.
 *
 * <p>Work: the search for maximal bicliques, and for each closed set and each minimal generator in it that is tried,
 * mostly the common transactions of two sets: a word for 64 of all transactions, or the elements of lists. Memory: the
 * search; for the items that more than 1/32 of the transactions have, a bitmap, no larger than their rows in the graph;
 * for each worker up to 1/2 byte a transaction for each item of the largest closed set.
 *
 * <p>Requires a simple graph. Counts are exact 64-bit integers.
 *
 * <p>Sources: Bastide, Pasquier, Taouil, Stumme and Lakhal, "Mining minimal non-redundant association rules using
 * frequent closed itemsets", CL 2000, doi:10.1007/3-540-44957-4_65, and Zaki, "Mining non-redundant association rules",
 * Data Min. Knowl. Discov. 9, 2004, doi:10.1023/B:DAMI.0000040429.96086.c7, for which rules.
 */
public final class RuleAlgorithm implements Algorithm.OfBipartite<RuleConfig, RuleCounts> {
    @Override
    public String name() {
        return "biclique.rules";
    }

    @Override
    public List<String> stages(GraphSize size, RuleConfig config) {
        return List.of(SearchWorker.STAGE);
    }

    @Override
    public RuleCounts cpu(BipartiteGraph graph, RuleConfig config, Execution execution) {
        List<Counter> counters = Collections.synchronizedList(new ArrayList<>());
        RuleSearch.run(graph, config, execution, cancellation -> {
            Counter counter = new Counter();
            counters.add(counter);
            return counter;
        });
        return new RuleCounts(
                counters.stream().mapToLong(counter -> counter.rules).sum(),
                counters.stream().mapToLong(counter -> counter.exactRules).sum(),
                counters.stream().mapToLong(counter -> counter.closedSets).sum(),
                counters.stream().mapToInt(counter -> counter.mostItems).max().orElse(0),
                config.leastCount(RuleSearch.transactions(graph, config)));
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, RuleConfig config, int concurrency) {
        return RuleSearch.estimate(size, config, concurrency);
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, RuleConfig config, Execution execution) {
        return RuleSearch.estimate(graph, config, execution);
    }

    /** Counts what one worker finds. */
    private static final class Counter implements ClosedSetRules.Sink {
        private long rules;
        private long exactRules;
        private long closedSets;
        private int mostItems;

        @Override
        public void closedSet(int items) {
            closedSets++;
            mostItems = Math.max(mostItems, items);
        }

        @Override
        public void rule(ClosedSetRules set, long antecedent, int antecedentCount) {
            rules++;
            exactRules += antecedentCount == set.support() ? 1 : 0;
        }
    }
}
