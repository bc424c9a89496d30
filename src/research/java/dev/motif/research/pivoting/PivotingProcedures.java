package dev.motif.research.pivoting;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.count.clique.KCliqueSummary;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.research.pivoting.stats}: see {@link PivotingAlgorithm} for what is counted. */
public final class PivotingProcedures extends MotifProcedures {
    private static final String NAME = "motif.research.pivoting";
    private static final String KEYS = PivotingParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, PivotingConfig, KCliqueResult> SPEC =
            AlgorithmSpec.of(NAME, new PivotingAlgorithm(), PivotingParameters::sizes);

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("Nodes of a clique")
        public final long k;

        @Description("k-cliques; null when there are 2^63 or more, or complete is false")
        public final Long count;

        @Description("k-cliques, always exact; null when complete is false")
        public final String countText;

        @Description("false for a size of several for which timeoutMillis left no time, otherwise true")
        public final boolean complete;

        @Description("ORIENTATION, PIVOT or COMPLEMENT")
        public final String algorithm;

        @Description("DEGREE or DEGENERACY")
        public final String orientation;

        private StatsRow(AlgorithmRun<KCliqueResult> run, KCliqueSummary size) {
            super(run);
            k = size.k();
            count = size.count();
            countText = size.countText();
            complete = size.complete();
            algorithm = run.result().technique().name();
            orientation = run.result().orientation().name();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the k-cliques of a unipartite graph by orientation or by pivots, in the published forms.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys)
                .rows(run -> KCliqueSummary.of(run.result()).stream().map(size -> new StatsRow(run, size)));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }
}
