package dev.motif.algorithm.butterfly.cohesion;

import dev.motif.backend.Counts;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.BipartiteGraph;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.cohesion.*}: see {@link CohesionAlgorithm} for what is computed. */
public final class CohesionProcedures extends MotifProcedures {
    private static final CohesionAlgorithm ALGORITHM = new CohesionAlgorithm();

    private static final String STATS = "motif.cohesion.stats";

    private static final String STATS_CONFIGURATION = "maxComponentSize, " + RUN_KEYS;

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

    @Procedure(name = STATS, mode = Mode.READ)
    @Description(
            "Returns the connected components of a bipartite graph, the largest first, each with its minimum cut and"
                    + " its butterflies.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return algorithmCall(graph, configuration).rows(CohesionProcedures::rows);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return algorithmCall(graph, configuration).estimate();
    }

    private AlgorithmCall<BipartiteGraph, CohesionConfig, CohesionResult> algorithmCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        CohesionConfig what = new CohesionConfig(
                given.integer("maxComponentSize", CohesionConfig.ALL.maxComponentSize(), 1, Integer.MAX_VALUE));
        return new AlgorithmCall<>(call(STATS), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }

    private static Stream<StatsRow> rows(AlgorithmRun<CohesionResult> run) {
        CohesionResult counts = run.result();
        return LongStream.range(0, counts.componentCount()).mapToObj(component -> StatsRow.of(counts, component));
    }
}
