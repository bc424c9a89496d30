package dev.motif.algorithm.butterfly.cohesion;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.backend.Counts;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.BipartiteGraph;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.cohesion.*}: see {@link CohesionAlgorithm} for what is computed. */
public final class CohesionProcedures extends MotifProcedures {
    private static final String NAME = "motif.cohesion";
    private static final String STATS_KEYS = "maxComponentSize, " + RUN_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, CohesionConfig, CohesionResult> SPEC = AlgorithmSpec.of(
            NAME,
            new CohesionAlgorithm(),
            given -> new CohesionConfig(
                    given.integer("maxComponentSize", CohesionConfig.ALL.maxComponentSize(), 1, Integer.MAX_VALUE)));

    /** One connected component. */
    public record StatsRow(
            @Description("The number of the component, from 0, the largest first")
            long componentId,

            @Description("Nodes of the left side in the component")
            long leftCount,

            @Description("Nodes of the right side in the component")
            long rightCount,

            @Description("Relationships of the component") long relationshipCount,

            @Description(
                    "The fewest relationships whose deletion disconnects the component; null for a single node, and when it"
                            + " was not searched for")
            Long minCut,

            @Description("Where the minimum cut comes from, or why it is null")
            String minCutReason,

            @Description("Butterflies of the component; null when there are 2^63 or more")
            Long butterflies,

            @Description("Butterflies of the component, always exact")
            String butterfliesText,

            @Description("The most butterflies of one node") long maxNodeButterflies) {
        static StatsRow of(CohesionResult counts, long component) {
            BigInteger butterflies = counts.butterflies(component);
            return new StatsRow(
                    component,
                    counts.leftCount(component),
                    counts.rightCount(component),
                    counts.edgeCount(component),
                    counts.minCut(component),
                    counts.reason(component).text(),
                    Counts.toLongOrNull(butterflies),
                    butterflies.toString(),
                    counts.maxButterflies(component));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(
            "Returns the connected components of a bipartite graph, the largest first, each with its minimum cut and"
                    + " its butterflies.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys)
                .rows(run -> LongStream.range(0, run.result().componentCount())
                        .mapToObj(component -> StatsRow.of(run.result(), component)));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }
}
