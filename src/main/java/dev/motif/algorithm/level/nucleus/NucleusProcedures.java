package dev.motif.algorithm.level.nucleus;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.level.community.CommunityProcedures;
import dev.motif.algorithm.level.community.Hierarchy;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.projection.EntityKind;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.nucleus.*}: see {@link NucleusAlgorithm} and {@link NucleusCommunitiesAlgorithm} for what is computed. */
public final class NucleusProcedures extends CommunityProcedures {
    private static final String NAME = "motif.nucleus";
    private static final String FINDS = "Finds the nuclei of a unipartite graph, at one level or all";
    private static final String NUMBERS =
            "Computes the largest nucleus number of a clique with each node (r: 1) or relationship";
    private static final String STATS_KEYS = "r, " + COMMUNITY_KEYS;
    private static final String STREAM_KEYS = "r, " + COMMUNITY_STREAM_KEYS;
    private static final String DRAWING_KEYS = "r, " + COMMUNITY_GRAPH_KEYS;
    private static final String WRITING_KEYS = "r, " + WRITE_KEYS + ", " + RUN_KEYS;
    private static final String MUTATING_KEYS = "r, " + MUTATE_KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, HierarchyConfig<NucleusConfig>, Hierarchy> NUCLEI = communities(
            NAME,
            new NucleusCommunitiesAlgorithm(),
            Granularity.RELATIONSHIP,
            given -> new NucleusConfig(r(given), false),
            given -> false);

    private static final AlgorithmSpec<UnipartiteGraph, NucleusConfig, NucleusNumbers> EACH = new AlgorithmSpec<
                    UnipartiteGraph, NucleusConfig, NucleusNumbers>(
                    NAME,
                    new NucleusAlgorithm(),
                    given -> new NucleusConfig(r(given), true),
                    given -> r(given) == 1 ? Granularity.NODE : Granularity.RELATIONSHIP,
                    (given, per) -> new NucleusConfig(r(given), true),
                    (config, per) -> Set.of(kind(config.r())),
                    (run, target) -> {})
            .values((result, of) -> of == kind(result.r()) ? PropertyValues.integers(result.perElement()) : null);

    private static int r(Configuration given) {
        return given.integer("r", NucleusConfig.MAX_R, NucleusConfig.MIN_R, NucleusConfig.MAX_R);
    }

    private static EntityKind kind(int r) {
        return r == 1 ? EntityKind.LEFT : EntityKind.RELATIONSHIPS;
    }

    public static final class NumbersRow extends RunRow.OfUnipartite {
        @Description("Nodes or relationships whose property was written")
        public final long propertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("The largest number; null without cliques of r nodes")
        public final Long maxNumber;

        private NumbersRow(AlgorithmRun<NucleusNumbers> run, PropertyTarget target) {
            super(run);
            propertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            maxNumber = run.result().most() < 0 ? null : (Long) run.result().most();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(FINDS + ", and returns figures of them.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return communityStats(NUCLEI, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS + ".")
    public Stream<CommunityRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return communities(NUCLEI, graph, keys);
    }

    @Procedure(name = NAME + ".graph", mode = READ)
    @Description("Returns a nucleus to draw: a virtual node, joined to its nodes by virtual relationships.")
    public Stream<GraphRow> graph(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = DRAWING_KEYS) Map<String, Object> keys) {
        return drawn(NUCLEI, graph, keys);
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(NUMBERS + ", and writes it.")
    public Stream<NumbersRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(EACH, graph, keys).row(NumbersRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(NUMBERS + ", and adds a column of them.")
    public Stream<NumbersRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(EACH, graph, keys).row(NumbersRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return communityStats(NUCLEI, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return communitiesEstimate(NUCLEI, graph, keys);
    }

    @Procedure(name = NAME + ".graph.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = DRAWING_KEYS) Map<String, Object> keys) {
        return drawnEstimate(NUCLEI, graph, keys);
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(EACH, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(EACH, graph, keys).estimate();
    }
}
