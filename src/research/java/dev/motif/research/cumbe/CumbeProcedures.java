package dev.motif.research.cumbe;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.MaximalBicliqueProcedures.StatsRow;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.BipartiteGraph;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.research.cumbe.*}: see {@link CumbeAlgorithm} for how the search goes. */
public final class CumbeProcedures extends MotifProcedures {
    private static final String NAME = "motif.research.cumbe";
    private static final String KEYS = CumbeParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, CumbeConfig, MaximalBicliqueResult> SPEC =
            AlgorithmSpec.of(NAME, new CumbeAlgorithm(), CumbeParameters::config);

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the maximal bicliques of a bipartite graph by the techniques of cuMBE.")
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
