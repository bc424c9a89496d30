package dev.motif.algorithm.level.community;

import dev.motif.algorithm.level.community.CommunityChoice.Order;
import dev.motif.algorithm.level.community.HierarchyConfig.Members;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.choice.DistinctGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.LargestGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.VirtualGroups;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Steps;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.text.GroupId;
import dev.motif.text.UserText;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;

/**
 * Keys, rows and drawing of communities, for the procedures of all kinds of dense subgraphs. {@link HierarchyAlgorithm}
 * defines communities.
 */
public abstract class CommunityProcedures extends MotifProcedures {
    /** The keys of {@code write} and {@code mutate}, for descriptions; families have more. */
    private static final String LEVEL_KEYS = "level, " + RUN_KEYS;

    /** The keys of {@code stats}. */
    protected static final String COMMUNITY_KEYS = "minSize, maxSize, " + LEVEL_KEYS;

    protected static final String COMMUNITY_STREAM_KEYS = "nodes, limit, topK, topKBy, maxOverlap, " + COMMUNITY_KEYS;

    protected static final String COMMUNITY_GRAPH_KEYS = "communityId, " + VirtualGroups.KEYS + ", " + LEVEL_KEYS;

    protected static final String COMMUNITY_WRITE_KEYS = WRITE_KEYS + ", " + LEVEL_KEYS;

    protected static final String COMMUNITY_MUTATE_KEYS = MUTATE_KEYS + ", " + LEVEL_KEYS;

    /** The beginning of the descriptions of procedures. */
    protected static final String FINDS_COMMUNITIES =
            "Finds the communities that the numbers of relationships or nodes form, at one level or all";

    /** The description of {@code graph}. */
    protected static final String DRAWS_COMMUNITY =
            "Returns a community to draw: a virtual node, joined to its nodes by virtual relationships.";

    /** About the heap of a virtual relationship of a node that is drawn. */
    private static final long DRAWN_BYTES = 128;

    private static final Pattern NODES_COLUMNS = Pattern.compile("(n|leftN|rightN)ode(Id)?s|groupId");
    private static final Pattern RELATIONSHIPS_COLUMNS = Pattern.compile("relationship(Id)?s");

    private static final String LEVEL = "The least number in it; `level` where that is given";
    private static final String NODES = "Its nodes";
    private static final String RELATIONSHIPS = "Its relationships";
    private static final String DENSITY = "The part of all possible relationships that this is";
    private static final String PARENT =
            "The smallest community that has this one, returned or not; null where none does, and with level";
    private static final String MEMBERS = ", ascending; null unless yielded or nodes: true";
    private static final String STILL_THERE = " that still exist; null unless yielded or nodes: true";
    private static final String RELATIONSHIP_IDS = "Its relationships, of parallel ones the smallest id" + MEMBERS
            + ", and when the graph was projected without relationshipIds: true";
    private static final String GROUP_ID = GroupId.DESCRIPTION + "; null unless yielded or nodes: true";

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
            communityCount = all.sized().count();
            levels = all.levelCount();
            maxLevel = all.sized().mapToObj(all::level).findFirst().orElse(null);
            rootCount = all.sized().filter(each -> all.parent(each) < 0).count();
            largest = all.sized().mapToLong(all::vertexCount).max().orElse(0);
        }
    }

    public record CommunityRow(
            @Description("The community") long communityId,
            @Description(LEVEL) long level,
            @Description(PARENT) Long parentId,
            @Description(NODES) long nodeCount,
            @Description(RELATIONSHIPS) long relationshipCount,
            @Description(DENSITY) double density,
            @Description(NODES + MEMBERS) List<Long> nodeIds,
            @Description(RELATIONSHIP_IDS) List<Long> relationshipIds,
            @Description(GROUP_ID) String groupId,
            @Description(NODES + STILL_THERE) List<Node> nodes,

            @Description("The relationships of relationshipIds" + STILL_THERE)
            List<Relationship> relationships) {
        private static CommunityRow of(Hierarchy all, int community, Ids ids, EntityLookup entities) {
            return new CommunityRow(
                    community,
                    all.level(community),
                    parent(all, community),
                    all.vertexCount(community),
                    all.edgeCount(community),
                    all.density(community),
                    ids.left,
                    ids.relationships,
                    ids.group(),
                    ids.nodes(ids.left, entities),
                    entities.relationships(ids.relationships));
        }
    }

    /** A community of a bipartite graph. */
    public record BipartiteCommunityRow(
            @Description("The community") long communityId,
            @Description(LEVEL) long level,
            @Description(PARENT) Long parentId,
            @Description(NODES) long nodeCount,
            @Description(RELATIONSHIPS) long relationshipCount,
            @Description(DENSITY) double density,
            @Description("Its left nodes" + MEMBERS) List<Long> leftNodeIds,
            @Description("Its right nodes" + MEMBERS) List<Long> rightNodeIds,
            @Description(RELATIONSHIP_IDS) List<Long> relationshipIds,
            @Description(GROUP_ID) String groupId,
            @Description("Its left nodes" + STILL_THERE) List<Node> leftNodes,
            @Description("Its right nodes" + STILL_THERE) List<Node> rightNodes,

            @Description("The relationships of relationshipIds" + STILL_THERE)
            List<Relationship> relationships) {
        private static BipartiteCommunityRow of(Hierarchy all, int community, Ids ids, EntityLookup entities) {
            return new BipartiteCommunityRow(
                    community,
                    all.level(community),
                    parent(all, community),
                    all.vertexCount(community),
                    all.edgeCount(community),
                    all.density(community),
                    ids.left,
                    ids.right,
                    ids.relationships,
                    ids.group(),
                    ids.nodes(ids.left, entities),
                    ids.nodes(ids.right, entities),
                    entities.relationships(ids.relationships));
        }
    }

    private static Long parent(Hierarchy all, int community) {
        return all.parent(community) < 0 ? null : (long) all.parent(community);
    }

    /** The ids of the members of a community, ascending; null where they are not asked for, or the graph does not have them. */
    private record Ids(List<Long> left, List<Long> right, List<Long> relationships) {
        private static final Ids NONE = new Ids(null, null, null);

        static Ids of(MemberLists.Members members, ProjectedGraph projected) {
            return new Ids(
                    ContainedNodes.NONE.idsWith(members.left(), projected.left()),
                    ContainedNodes.NONE.idsWith(members.right(), projected.targets()),
                    members.edges() == null
                            ? null
                            : LongStream.of(members.edges())
                                    .map(projected::relationshipId)
                                    .sorted()
                                    .boxed()
                                    .toList());
        }

        String group() {
            return left == null ? null : GroupId.of(left, right);
        }

        List<Node> nodes(List<Long> ids, EntityLookup entities) {
            return ids == null ? null : entities.nodes(ids);
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

    /** The deepest community of each node or relationship; null for nodes or relationships that are no elements. */
    private static PropertyValues numbers(Hierarchy all, EntityKind of) {
        if (!written(all.elements()).contains(of) || of == EntityKind.RIGHT && !all.isBipartite()) {
            return null;
        }
        return PropertyValues.integers(of == EntityKind.RIGHT ? all::deepestOfRight : all::deepest);
    }

    /** A call of {@code stats}. */
    protected final <G extends Graph, C> AlgorithmCall<G, HierarchyConfig<C>, Hierarchy> communityStats(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return call(
                spec, "stats", graph, given, sized(given, GroupChoice.all(Long.MAX_VALUE), Order.LEVEL), Members.NONE);
    }

    /** The rows of {@code stream} in a unipartite graph. */
    protected final <C> Stream<CommunityRow> communities(
            AlgorithmSpec<UnipartiteGraph, HierarchyConfig<C>, Hierarchy> spec,
            Object graph,
            Map<String, Object> keys) {
        return communities(spec, graph, keys, CommunityRow::of);
    }

    /** The rows of {@code stream} in a bipartite graph. */
    protected final <C> Stream<BipartiteCommunityRow> bipartiteCommunities(
            AlgorithmSpec<BipartiteGraph, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys) {
        return communities(spec, graph, keys, BipartiteCommunityRow::of);
    }

    /** Estimates a call of {@code stream}; with members unless {@code nodes} is false, as nobody knows what will be yielded. */
    protected final <G extends Graph, C> Stream<EstimateRow> communitiesEstimate(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Members members = given.flag("nodes", true) ? Members.VERTICES_AND_EDGES : Members.NONE;
        return call(spec, "stream", graph, given, chosen(given), members).estimate();
    }

    @FunctionalInterface
    private interface Row<T> {
        T of(Hierarchy all, int community, Ids ids, EntityLookup entities);
    }

    private <G extends Graph, C, T> Stream<T> communities(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys, Row<T> row) {
        Configuration given = new Configuration(keys);
        Members members = members(given, spec.name() + ".stream");
        return call(spec, "stream", graph, given, chosen(given), members).rows(run -> rows(run, members, row));
    }

    /**
     * The members that a call of {@code stream} returns: the members of the columns that are yielded; all with {@code
     * nodes: true}.
     */
    private Members members(Configuration given, String procedure) {
        boolean all = nodes(given, procedure) && given.has("nodes");
        if (all || yields(procedure, RELATIONSHIPS_COLUMNS)) {
            return Members.VERTICES_AND_EDGES;
        }
        return yields(procedure, NODES_COLUMNS) ? Members.VERTICES : Members.NONE;
    }

    private static CommunityChoice chosen(Configuration given) {
        GroupChoice groups = choiceBy(given, 0, Long.MAX_VALUE);
        return sized(given, groups, given.oneOf("topKBy", Order.class, Order.LEVEL));
    }

    private static CommunityChoice sized(Configuration given, GroupChoice groups, Order by) {
        long minSize = given.integer("minSize", 1L, 1, Long.MAX_VALUE);
        return new CommunityChoice(
                minSize, given.integer("maxSize", Long.MAX_VALUE, minSize, Long.MAX_VALUE), groups, by);
    }

    private <G extends Graph, C> AlgorithmCall<G, HierarchyConfig<C>, Hierarchy> call(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec,
            String mode,
            Object graph,
            Configuration given,
            CommunityChoice choice,
            Members members) {
        return call(
                spec,
                mode,
                graph,
                members == Members.VERTICES_AND_EDGES ? RelationshipIdUse.OPTIONAL : RelationshipIdUse.NONE,
                spec.whole().apply(given).choosing(choice, members),
                given);
    }

    /** The chosen communities, by number or the largest first. */
    private static <T> Stream<T> rows(AlgorithmRun<Hierarchy> run, Members members, Row<T> row) {
        Hierarchy all = run.result();
        if (members == Members.NONE && all.choice().groups().maxOverlap() == 1) {
            return chosen(run, null).map(community -> row.of(all, community, Ids.NONE, EntityLookup.NONE));
        }
        MemberLists makes = makes(run);
        boolean withEdges =
                members == Members.VERTICES_AND_EDGES && run.projected().relationships() != null;
        return chosen(run, makes)
                .map(community -> row.of(
                        all,
                        community,
                        members == Members.NONE ? Ids.NONE : Ids.of(makes.of(community, withEdges), run.projected()),
                        run.entities()));
    }

    private static MemberLists makes(AlgorithmRun<Hierarchy> run) {
        return run.kept()
                .own(new MemberLists(
                        run.projected().graph(), run.result(), run.memory(), run.workers(), run.heapOfRows()));
    }

    /** @param makes the members, which are needed where communities may not overlap */
    private static Stream<Integer> chosen(AlgorithmRun<Hierarchy> run, MemberLists makes) {
        Hierarchy all = run.result();
        CommunityChoice choice = all.choice();
        LargestGroups.Heap<Integer> heap = new LargestGroups.Heap<>(
                run.heap("the communities that are kept"), community -> Hierarchy.HEAP_BYTES_OF_NUMBER);
        Function<Integer, int[][]> vertices =
                community -> makes.of(community, false).vertices();
        if (choice.groups().ofLargest()) {
            Steps steps = new Steps(run.workers().cancellation());
            return choice
                    .groups()
                    .largest(
                            (community, least) -> choice.rank(all, community),
                            Comparator.naturalOrder(),
                            vertices,
                            heap,
                            largest -> all.sized().forEach(community -> {
                                steps.add();
                                largest.offer(community);
                            }))
                    .stream();
        }
        DistinctGroups<Integer> distinct = new DistinctGroups<>(choice.groups().maxOverlap(), 0, vertices, heap);
        return all.sized().boxed().filter(distinct::add).limit(choice.groups().limit());
    }

    /** One community to draw; nothing where there is none at all. */
    protected final <G extends Graph, C> Stream<GraphRow> drawn(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Drawn what = Drawn.read(given);
        return call(spec, "graph", graph, given, CommunityChoice.ALL, Members.VERTICES)
                .rows(run -> drawn(run, what));
    }

    /** Estimates a call of {@link #drawn}. */
    protected final <G extends Graph, C> Stream<EstimateRow> drawnEstimate(
            AlgorithmSpec<G, HierarchyConfig<C>, Hierarchy> spec, Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Drawn.read(given);
        return call(spec, "graph", graph, given, CommunityChoice.ALL, Members.VERTICES)
                .estimate();
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
        run.heapOfRows().become(all.vertexCount(community) * DRAWN_BYTES);
        MemberLists.Members members = makes(run).of(community, false);
        List<Node> nodes = new EntityLookup(transaction, run.projected())
                .nodes(Stream.concat(
                                Arrays.stream(members.left())
                                        .mapToObj(run.projected().left()::nodeId),
                                Arrays.stream(members.right())
                                        .mapToObj(run.projected().targets()::nodeId))
                        .toList());
        return Stream.of(new GraphRow(
                virtual,
                nodes,
                what.drawing.relationships(nodes, virtual),
                all.level(community),
                all.vertexCount(community),
                all.edgeCount(community),
                all.density(community)));
    }
}
