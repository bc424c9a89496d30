package dev.motif.algorithm.level.core;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.level.community.CommunityProcedures;
import dev.motif.algorithm.level.community.Hierarchy;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kcore.communities.*}: see {@link KCoreCommunitiesAlgorithm} for what is computed. */
public final class KCoreCommunityProcedures extends CommunityProcedures {
    private static final String NAME = "motif.kcore.communities";

    private static final AlgorithmSpec<UnipartiteGraph, HierarchyConfig<KCoreConfig>, Hierarchy> SPEC = communities(
            NAME, new KCoreCommunitiesAlgorithm(), Granularity.NODE, given -> new KCoreConfig(), given -> false);

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(FINDS_COMMUNITIES + ", and returns figures of them.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_KEYS)
                    Map<String, Object> keys) {
        return communityStats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS_COMMUNITIES + ".")
    public Stream<CommunityRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_STREAM_KEYS)
                    Map<String, Object> keys) {
        return communities(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description(DRAWS_COMMUNITY)
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_GRAPH_KEYS)
                    Map<String, Object> keys) {
        return drawn(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description("Writes the number of the deepest community of each relationship or node as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_WRITE_KEYS)
                    Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Adds a column with the number of the deepest community of each relationship or node.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_MUTATE_KEYS)
                    Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_KEYS)
                    Map<String, Object> keys) {
        return communityStats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_STREAM_KEYS)
                    Map<String, Object> keys) {
        return communitiesEstimate(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".graph.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_GRAPH_KEYS)
                    Map<String, Object> keys) {
        return drawnEstimate(SPEC, graph, keys);
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_WRITE_KEYS)
                    Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = COMMUNITY_MUTATE_KEYS)
                    Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }
}
