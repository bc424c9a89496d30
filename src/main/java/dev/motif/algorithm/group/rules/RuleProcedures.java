package dev.motif.algorithm.group.rules;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.rules.*}: see {@link RuleAlgorithm} for which rules there are. */
public final class RuleProcedures extends MotifProcedures {
    private static final String STATS = "motif.biclique.rules.stats";
    private static final String STREAM = "motif.biclique.rules.stream";
    private static final String STATS_KEYS =
            "side, minSupport, minCount, minConfidence, maxItems, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "limit, nodes, " + STATS_KEYS;

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("Minimal non-redundant rules")
        public final long ruleCount;

        @Description("Rules of confidence 1")
        public final long exactRuleCount;

        @Description("Closed sets of at most maxItems items that are frequent enough")
        public final long closedSetCount;

        @Description("The most items of one of them, 0 when there is none")
        public final long mostItems;

        @Description("The fewest transactions that minSupport and minCount allow")
        public final long minCount;

        private StatsRow(AlgorithmRun<RuleCounts> run) {
            super(run);
            ruleCount = run.result().rules();
            exactRuleCount = run.result().exactRules();
            closedSetCount = run.result().closedSets();
            mostItems = run.result().mostItems();
            minCount = run.result().minCount();
        }
    }

    public record StreamRow(
            @Description("The items of the antecedent") List<Long> antecedent,

            @Description("The items of the consequent") List<Long> consequent,

            @Description("count of all transactions, as a fraction")
            double support,

            @Description("Transactions with all of these items")
            long count,

            @Description("count of the transactions with the antecedent, as a fraction")
            double confidence,

            @Description("How many times as often both are together as if independent")
            double lift,

            @Description("The support less what it were if independent")
            double leverage,

            @Description(
                    "How many times as often the rule would fail if independent; null, for infinite, when confidence is 1")
            Double conviction,

            @Description("Its nodes that still exist; null unless yielded or nodes: true")
            List<Node> antecedentNodes,

            @Description("Its nodes that still exist; null unless yielded or nodes: true")
            List<Node> consequentNodes) {}

    @Procedure(name = STATS, mode = READ)
    @Description("Counts the minimal non-redundant association rules of transactions and items.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).row(StatsRow::new);
    }

    @Procedure(name = STREAM, mode = READ)
    @Description(
            "Returns the minimal non-redundant association rules of a bipartite graph of transactions and items, one by"
                    + " one while they are found.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        AlgorithmCall<BipartiteGraph, RuleConfig, Rules> call = streamCall(graph, keys);
        Side items = call.algorithmConfig().items();
        return call.rows(run -> AlgorithmRun.stream(run.result()).map(rule -> row(run, items, rule)));
    }

    @Procedure(name = STATS + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return streamCall(graph, keys).estimate();
    }

    private AlgorithmCall<BipartiteGraph, RuleConfig, RuleCounts> statsCall(Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        RuleConfig what = RuleParameters.config(given, Long.MAX_VALUE);
        return call(STATS, new RuleAlgorithm(), graph, ContainedNodes.NONE, what, given);
    }

    private AlgorithmCall<BipartiteGraph, RuleConfig, Rules> streamCall(Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        nodes(given, STREAM);
        RuleConfig what = RuleParameters.config(given, limit(given, Long.MAX_VALUE));
        return call(STREAM, new RuleStreamAlgorithm(), graph, ContainedNodes.NONE, what, given);
    }

    private static StreamRow row(AlgorithmRun<Rules> run, Side items, Rule rule) {
        NodeIds ids =
                items == Side.RIGHT ? run.projected().right() : run.projected().left();
        int transactions = run.result().transactions();
        List<Long> antecedent = ContainedNodes.NONE.idsWith(rule.antecedent(), ids);
        List<Long> consequent = ContainedNodes.NONE.idsWith(rule.consequent(), ids);
        return new StreamRow(
                antecedent,
                consequent,
                rule.support(transactions),
                rule.count(),
                rule.confidence(),
                rule.lift(transactions),
                rule.leverage(transactions),
                rule.confidence() == 1 ? null : rule.conviction(transactions),
                run.entities().nodes(antecedent),
                run.entities().nodes(consequent));
    }
}
