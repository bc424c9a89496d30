package dev.motif.algorithm.group.rules;

import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.BipartiteGraph;
import dev.motif.parallel.Cancellation;

/** Iterates over the rules of a graph while a search finds them. Must be closed. For one thread. */
public final class Rules extends SearchStream<Rule> {
    private static final FoundBuffer.Form<Rule> FORM = new FoundBuffer.Form<>() {
        @Override
        public int[][] arrays(Rule found) {
            int[] counts = {found.count(), found.antecedentCount(), found.consequentCount()};
            return new int[][] {found.antecedent(), found.consequent(), counts};
        }

        @Override
        public Rule of(int[][] arrays) {
            int[] counts = arrays[2];
            return new Rule(arrays[0], arrays[1], counts[0], counts[1], counts[2]);
        }
    };

    private final int transactions;

    /** Starts a search, see {@link SearchStream}. */
    Rules(BipartiteGraph graph, RuleConfig config, Execution execution) {
        super(
                SearchWorker.STAGE,
                0,
                (searching, consumer) ->
                        RuleSearch.run(graph, config, searching, cancellation -> new Passing(consumer, cancellation)),
                FORM,
                config.limit(),
                execution,
                () -> false);
        this.transactions = RuleSearch.transactions(graph, config);
    }

    /** How many transactions there are, which the measures of rules refer to. */
    public int transactions() {
        return transactions;
    }

    private record Passing(Consumer<Rule> consumer, Cancellation cancellation) implements ClosedSetRules.Sink {
        @Override
        public void closedSet(int items) {}

        @Override
        public void rule(ClosedSetRules set, long antecedent, int antecedentCount) {
            consumer.accept(set.rule(antecedent, antecedentCount), cancellation);
        }
    }
}
