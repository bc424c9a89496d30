package dev.motif.research.gbc;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.count.biclique.BicliqueSummary;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.research.gbc.*}: see {@link GbcAlgorithm} for what is counted. */
public final class GbcProcedures extends MotifProcedures {
    private static final String NAME = "motif.research.gbc";
    private static final String KEYS = GbcParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, GbcConfig, BicliqueResult> SPEC =
            AlgorithmSpec.of(NAME, new GbcAlgorithm(), GbcParameters::config);

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        @Description("LEFT or RIGHT, where the search began; null when p or q is 1")
        public final String side;

        private StatsRow(AlgorithmRun<BicliqueResult> run) {
            super(run);
            BicliqueSummary summary = BicliqueSummary.of(run.result()).get(0);
            count = summary.count();
            countText = summary.countText();
            side = run.result().side() == null ? null : run.result().side().name();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the (p,q)-bicliques of a bipartite graph by the techniques of GBC.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }
}
