package dev.motif.algorithm.level.tip;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.level.community.CommunityProcedures;
import dev.motif.algorithm.level.community.Hierarchy;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.tip.communities.*}: see {@link TipCommunitiesAlgorithm} for what is computed. */
public final class TipCommunityProcedures extends CommunityProcedures {
    private static final String NAME = "motif.tip.communities";
    private static final String STATS_KEYS = "side, " + COMMUNITY_KEYS;
    private static final String STREAM_KEYS = "side, " + COMMUNITY_STREAM_KEYS;
    private static final String DRAWING_KEYS = "side, " + COMMUNITY_GRAPH_KEYS;
    private static final String WRITING_KEYS = "side, " + COMMUNITY_WRITE_KEYS;
    private static final String MUTATING_KEYS = "side, " + COMMUNITY_MUTATE_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, HierarchyConfig<TipConfig>, Hierarchy> SPEC = communities(
            NAME,
            new TipCommunitiesAlgorithm(),
            Granularity.NODE,
            given -> new TipConfig(given.oneOf("side", Side.class, Side.LEFT)),
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
