package dev.motif.research.intersection;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Backend;
import dev.motif.backend.Counts;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.UnipartiteGraph;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.research.intersection.stats}: see {@link IntersectionAlgorithm} for what is counted. */
public final class IntersectionProcedures extends MotifProcedures {
    private static final String NAME = "motif.research.intersection";
    private static final String KEYS = IntersectionParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, IntersectionConfig, CommonNeighborsResult> SPEC =
            AlgorithmSpec.of(NAME, new IntersectionAlgorithm(), IntersectionParameters::config);

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("Triangles; null when there are 2^63 or more")
        public final Long triangles;

        @Description("Triangles, always exact")
        public final String trianglesText;

        @Description("The most common neighbors of the two nodes of a relationship")
        public final long maxCommonNeighbors;

        @Description("Whether MPS compared lists in vector registers, which needs"
                + " server.jvm.additional=--add-modules=jdk.incubator.vector; null unless MPS ran on the CPU")
        public final Boolean vectorized;

        private StatsRow(AlgorithmRun<CommonNeighborsResult> run, MpsConfig mps) {
            super(run);
            BigInteger counted = run.result().triangles();
            triangles = Counts.toLongOrNull(counted);
            trianglesText = counted.toString();
            maxCommonNeighbors = run.result().largest();
            vectorized = mps == null || run.choice().backend() != Backend.CPU ? null : (Boolean) mps.isVectorized();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the common neighbors of the two nodes of every relationship by MPS or BMP, as published.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        var call = stats(SPEC, graph, keys);
        return call.row(run -> new StatsRow(run, call.algorithmConfig().mps()));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }
}
