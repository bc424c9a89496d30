package dev.motif.algorithm.level;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.VirtualGroups;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.text.UserText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;

/**
 * Keys, rows and drawing of communities, for the procedures of all kinds of dense subgraphs. {@link HierarchyAlgorithm}
 * defines communities.
 */
public abstract class CommunityProcedures extends MotifProcedures {
    /** The keys of {@code stats} and {@code stream}, for descriptions; families have more. */
    protected static final String COMMUNITY_KEYS = "level, " + RUN_KEYS;

    /** The keys of {@code graph}. */
    protected static final String COMMUNITY_GRAPH_KEYS = "communityId, " + VirtualGroups.KEYS + ", " + COMMUNITY_KEYS;

    /** The keys of {@code write}. */
    protected static final String COMMUNITY_WRITE_KEYS = WRITE_KEYS + ", " + COMMUNITY_KEYS;

    /** The keys of {@code mutate}. */
    protected static final String COMMUNITY_MUTATE_KEYS = MUTATE_KEYS + ", " + COMMUNITY_KEYS;

    /** The beginning of the descriptions of procedures. */
    protected static final String FINDS_COMMUNITIES =
            "Finds the communities that the numbers of relationships or nodes form, at one level or all";

    /** The description of {@code graph}. */
    protected static final String DRAWS_COMMUNITY =
            "Returns a community to draw: a virtual node, joined to its nodes by virtual relationships.";

    /** About the heap of a node that is drawn: that of one in a row, an entry of a set, and a virtual relationship. */
    private static final long BYTES_OF_DRAWN_NODE = EntityLookup.NODE_BYTES + 192;

    private static final String LEVEL = "The least number in it; `level` where that is given";
    private static final String NODES = "Its nodes";
    private static final String RELATIONSHIPS = "Its relationships";
    private static final String DENSITY = "The part of all possible relationships that this is";

    public static final class StatsRow extends RunRow {
        @Description("Communities")
        public final long communityCount;

        @Description("How many different levels they have")
        public final long levels;

        @Description("The largest level of a community; null without any")
        public final Long maxLevel;

        @Description("Communities that are in no other")
        public final long rootCount;

        @Description("The most nodes of one; 0 without any")
        public final long largest;

        public StatsRow(AlgorithmRun<Hierarchy> run) {
            super(run);
            Hierarchy all = run.result();
            communityCount = all.count();
            levels = all.levelCount();
            maxLevel = all.count() == 0 ? null : (Long) all.level(0);
            rootCount = IntStream.range(0, all.count())
                    .filter(each -> all.parent(each) < 0)
                    .count();
            largest = IntStream.range(0, all.count())
                    .mapToLong(all::vertexCount)
                    .max()
                    .orElse(0);
        }
    }

    public record CommunityRow(
            @Description("The community") long communityId,

            @Description(LEVEL) long level,

            @Description("The smallest community that has this one; null where none does, and with k")
            Long parentId,

            @Description(NODES) long nodeCount,
            @Description(RELATIONSHIPS) long relationshipCount,
            @Description(DENSITY) double density) {
        private static CommunityRow of(Hierarchy all, int community) {
            return new CommunityRow(
                    community,
                    all.level(community),
                    all.parent(community) < 0 ? null : (long) all.parent(community),
                    all.vertexCount(community),
                    all.edgeCount(community),
                    all.density(community));
        }
    }

    /** A community as a virtual node, with a virtual relationship from each of its nodes. */
    public record GraphRow(
            @Description("The virtual node, with communityId, level, relationshipCount and density")
            Node community,

            @Description("Its nodes that still exist") List<Node> nodes,

            @Description("A virtual one from each of these nodes to the virtual node")
            List<Relationship> relationships,

            @Description(LEVEL) long level,
            @Description(NODES) long nodeCount,
            @Description(RELATIONSHIPS) long relationshipCount,
            @Description(DENSITY) double density) {}

    public static final class WriteRow extends RunRow {
        @Description("Nodes or relationships whose property was written")
        public final long propertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("Communities")
        public final long communityCount;

        public WriteRow(AlgorithmRun<Hierarchy> run, PropertyTarget target) {
            super(run);
            propertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            communityCount = run.result().count();
        }
    }

    /**
     * The communities of a family.
     *
     * @param name the procedures without their last part
     * @param per whether elements are nodes or relationships
     * @param numbers reads the configuration of the numbers
     * @param byEdges reads whether relationships are connected by nodes that they share
     */
    protected static <G extends Graph, C> AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> communities(
            String name,
            HierarchyAlgorithm<G, C, ?> algorithm,
            Granularity per,
            Function<Configuration, C> numbers,
            Function<Configuration, Boolean> byEdges) {
        Function<Configuration, HierarchyConfig<C>> read = given -> new HierarchyConfig<>(
                numbers.apply(given), given.integer("level", 0L, 1, Long.MAX_VALUE), byEdges.apply(given));
        return new AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy>(
                        name,
                        algorithm,
                        read,
                        given -> per,
                        (given, chosen) -> read.apply(given),
                        (config, chosen) -> written(algorithm.elements(config)),
                        (run, target) -> {})
                .values(CommunityProcedures::numbers);
    }

    private static Set<EntityKind> written(PeeledElements elements) {
        return switch (elements) {
            case LEFT -> Set.of(EntityKind.LEFT);
            case RIGHT -> Set.of(EntityKind.RIGHT);
            case VERTICES -> EntityKind.NODES;
            case EDGES -> Set.of(EntityKind.RELATIONSHIPS);
            case TRIANGLES -> Set.of();
        };
    }

    /** The deepest community of each node or relationship; null for those that are no elements. */
    private static PropertyValues numbers(Hierarchy all, EntityKind of) {
        if (!written(all.elements()).contains(of) || of == EntityKind.RIGHT && !all.isBipartite()) {
            return null;
        }
        return PropertyValues.integers(of == EntityKind.RIGHT ? all::deepestOfRight : all::deepest);
    }

    /** All communities, by number. */
    protected static Stream<CommunityRow> rows(AlgorithmRun<Hierarchy> run) {
        Hierarchy all = run.result();
        return IntStream.range(0, all.count()).mapToObj(community -> CommunityRow.of(all, community));
    }

    /** One community to draw; nothing where there is none at all. */
    protected final <G extends Graph, C> Stream<GraphRow> drawn(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Drawn what = Drawn.read(given);
        AlgorithmCall<G, HierarchyConfig<C>, Hierarchy> call = call(spec, "graph", graph, given);
        return call.rows(run -> drawn(run, what));
    }

    /** Estimates a call of {@link #drawn}. */
    protected final <G extends Graph, C> Stream<EstimateRow> drawnEstimate(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Drawn.read(given);
        return call(spec, "graph", graph, given).estimate();
    }

    /**
     * The community to draw, and its look.
     *
     * @param given whether the community was given, so that there must be such a one
     */
    private record Drawn(int community, boolean given, VirtualGroups drawing) {
        static Drawn read(Configuration keys) {
            return new Drawn(
                    keys.integer("communityId", 0, 0, Integer.MAX_VALUE),
                    keys.has("communityId"),
                    VirtualGroups.of(keys, "Community", "IN_COMMUNITY"));
        }
    }

    private Stream<GraphRow> drawn(AlgorithmRun<Hierarchy> run, Drawn what) {
        Hierarchy all = run.result();
        int community = what.community;
        if (community >= all.count()) {
            if (what.given) {
                throw new IllegalArgumentException("`communityId` must be less than the number of communities, "
                        + all.count() + ", got " + UserText.value(community));
            }
            return Stream.empty();
        }
        Node virtual = what.drawing.node(Map.of(
                "communityId",
                (long) community,
                "level",
                all.level(community),
                "relationshipCount",
                all.edgeCount(community),
                "density",
                all.density(community)));
        run.heapOfRows().become(all.vertexCount(community) * BYTES_OF_DRAWN_NODE);
        List<Node> nodes =
                new EntityLookup(transaction, run.projected()).nodes(nodeIds(run.projected(), all, community));
        return Stream.of(new GraphRow(
                virtual,
                nodes,
                what.drawing.relationships(nodes, virtual),
                all.level(community),
                all.vertexCount(community),
                all.edgeCount(community),
                all.density(community)));
    }

    /** The nodes of a community in the order of the graph, left ones first. */
    private static List<Long> nodeIds(ProjectedGraph projected, Hierarchy all, int community) {
        Graph graph = projected.graph();
        boolean bipartite = projected.isBipartite();
        int leftCount = projected.left().count();
        // Right vertices behind the left ones.
        Set<Long> vertices = new TreeSet<>();
        int[] members = all.members(community);
        switch (all.elements()) {
            case VERTICES -> Arrays.stream(members).forEach(v -> vertices.add((long) v));
            case LEFT, RIGHT -> {
                boolean isLeft = all.elements() == PeeledElements.LEFT;
                Csr rows = isLeft ? ((BipartiteGraph) graph).left() : ((BipartiteGraph) graph).right();
                for (int v : members) {
                    vertices.add((isLeft ? 0L : leftCount) + v);
                    for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                        vertices.add((isLeft ? leftCount : 0L) + rows.neighbor(slot));
                    }
                }
            }
            case TRIANGLES -> throw new IllegalStateException("communities of triangles are not drawn");
            case EDGES -> {
                EdgeCursor cursor = new EdgeCursor(graph);
                for (int edge : members) {
                    while (cursor.edge() < edge) {
                        cursor.next();
                    }
                    vertices.add((long) cursor.first());
                    vertices.add((bipartite ? leftCount : 0L) + cursor.second());
                }
            }
        }
        return vertices.stream()
                .map(v -> v < leftCount
                        ? projected.left().nodeId((int) (long) v)
                        : projected.right().nodeId((int) (v - leftCount)))
                .toList();
    }
}
