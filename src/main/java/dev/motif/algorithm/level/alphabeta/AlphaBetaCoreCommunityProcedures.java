package dev.motif.algorithm.level.alphabeta;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.level.community.CommunityProcedures;
import dev.motif.algorithm.level.community.Hierarchy;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.graph.BipartiteGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.alphaBetaCore.communities.*}: see {@link AlphaBetaCoreCommunitiesAlgorithm} for what is computed. */
public final class AlphaBetaCoreCommunityProcedures extends CommunityProcedures {
    private static final String NAME = "motif.alphaBetaCore.communities";
    private static final String STATS_KEYS = "alpha, " + COMMUNITY_KEYS;
    private static final String STREAM_KEYS = "alpha, " + COMMUNITY_STREAM_KEYS;
    private static final String DRAWING_KEYS = "alpha, " + COMMUNITY_GRAPH_KEYS;
    private static final String WRITING_KEYS = "alpha, " + COMMUNITY_WRITE_KEYS;
    private static final String MUTATING_KEYS = "alpha, " + COMMUNITY_MUTATE_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, HierarchyConfig<AlphaBetaCoreConfig>, Hierarchy> SPEC =
            communities(
                    NAME,
                    new AlphaBetaCoreCommunitiesAlgorithm(),
                    Granularity.NODE,
                    given -> new AlphaBetaCoreConfig(List.of(given.integer("alpha", 1, 1, Integer.MAX_VALUE)), 1),
                    given -> false);

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(FINDS_COMMUNITIES + ", and returns figures of them.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return communityStats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS_COMMUNITIES + ".")
    public Stream<BipartiteCommunityRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return bipartiteCommunities(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description(DRAWS_COMMUNITY)
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = DRAWING_KEYS) Map<String, Object> keys) {
        return drawn(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description("Writes the number of the deepest community of each relationship or node as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Adds a column with the number of the deepest community of each relationship or node.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return communityStats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return communitiesEstimate(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".graph.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = DRAWING_KEYS) Map<String, Object> keys) {
        return drawnEstimate(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }
}
