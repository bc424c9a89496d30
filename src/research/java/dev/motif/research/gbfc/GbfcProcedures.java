package dev.motif.research.gbfc;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Counts;
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

/** {@code motif.research.gbfc.*}: see {@link GbfcAlgorithm} for what is counted. */
public final class GbfcProcedures extends MotifProcedures {
    private static final String NAME = "motif.research.gbfc";
    private static final String KEYS = GbfcParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, GbfcConfig, ButterflyResult> SPEC =
            AlgorithmSpec.of(NAME, new GbfcAlgorithm(), GbfcParameters::config);

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        private StatsRow(AlgorithmRun<ButterflyResult> run) {
            super(run);
            count = Counts.toLongOrNull(run.result().total());
            countText = run.result().total().toString();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the butterflies of a bipartite graph by the techniques of G-BFC.")
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
