package dev.motif.algorithm.group.biclique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.choice.FoundGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.Ascii;
import dev.motif.text.GroupId;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/**
 * {@code motif.biclique.maximal.grown}: how the maximal bicliques change from an earlier state of a graph to a later one. Each
 * biclique (L, R) of one state is looked up in the other one: whether it is complete there, and whether another left node is
 * joined to all of R, or another right node to all of L. That takes one intersection of rows for each side of each biclique.
 */
public final class GrownBicliqueProcedures extends FoundBicliqueProcedures {
    private static final String GROWN = "motif.biclique.maximal.grown";
    private static final String CHANGES = "changes";
    private static final String KEYS = CHANGES + ", limit, nodes, " + ANY_TIME_KEYS;
    private static final String LATER = "The name of a graph, a bipartite one: the later state";
    private static final String EARLIER = "The name of a bipartite graph, the earlier state";
    private static final String IN_LATER = ", each of which has all of ";

    /** The change of a maximal biclique that is none in the other state. */
    enum Change {
        /** A biclique of the earlier state that is part of a larger one in the later state. */
        GROWN,
        /** A biclique of the earlier state that is not complete in the later state. */
        GONE,
        /** A biclique of the later state that is part of a larger one in the earlier state. */
        SHRUNKEN,
        /** A biclique of the later state that is not complete in the earlier state. */
        NEW;

        boolean isOfEarlier() {
            return this == GROWN || this == GONE;
        }
    }

    public record GrownRow(
            @Description("'GROWN', 'GONE', 'SHRUNKEN' or 'NEW'")
            String change,

            @Description(
                    "The left nodes: of the biclique in the earlier state, with 'SHRUNKEN' and 'NEW' in the later one")
            List<Long> leftNodeIds,

            @Description("The right nodes, likewise") List<Long> rightNodeIds,

            @Description("With 'GROWN' further left nodes in the later state" + IN_LATER + "rightNodeIds as neighbors")
            List<Long> joinedLeftNodeIds,

            @Description("With 'GROWN' further right nodes in the later state" + IN_LATER + "leftNodeIds as neighbors")
            List<Long> joinedRightNodeIds,

            @Description(
                    "With 'SHRUNKEN' further left nodes in the earlier state" + IN_LATER + "rightNodeIds as neighbors")
            List<Long> lostLeftNodeIds,

            @Description(
                    "With 'SHRUNKEN' further right nodes in the earlier state" + IN_LATER + "leftNodeIds as neighbors")
            List<Long> lostRightNodeIds,

            @Description(GroupId.DESCRIPTION + ", here of leftNodeIds and rightNodeIds")
            String groupId,

            @Description("The left nodes" + WITH_LISTS) List<Node> leftNodes,

            @Description("The right nodes" + WITH_LISTS) List<Node> rightNodes,

            @Description("The further left nodes of 'GROWN'" + WITH_LISTS)
            List<Node> joinedLeftNodes,

            @Description("The further right nodes of 'GROWN'" + WITH_LISTS)
            List<Node> joinedRightNodes,

            @Description("The further left nodes of 'SHRUNKEN'" + WITH_LISTS)
            List<Node> lostLeftNodes,

            @Description("The further right nodes of 'SHRUNKEN'" + WITH_LISTS)
            List<Node> lostRightNodes) {}

    private static final String WITH_LISTS = ", as far as they still exist; null unless yielded or nodes: true";

    @Procedure(name = GROWN, mode = READ)
    @Description("Returns the maximal bicliques of an earlier state of a graph that are part of larger ones in a later"
            + " state, with the nodes that joined; or those that came, went or lost nodes.")
    public Stream<GrownRow> grown(
            @Name(value = "graphName", description = LATER) String graphName,
            @Name(value = "fromGraphName", description = EARLIER) String fromGraphName,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        long limit = limit(given, Long.MAX_VALUE);
        Set<Change> changes = changes(given);
        GraphKey later = key("`graphName`", graphName, given);
        GraphKey earlier = key("`fromGraphName`", fromGraphName, given);
        List<Supplier<Stream<GrownRow>>> searches = new ArrayList<>();
        if (changes.stream().anyMatch(Change::isOfEarlier)) {
            AlgorithmCall<BipartiteGraph, ?, FoundGroups<Biclique>> search =
                    search("`fromGraphName`", fromGraphName, given);
            searches.add(() -> search.rows(run -> rows(run, later, "`graphName`", changes, true)));
        }
        if (!changes.stream().allMatch(Change::isOfEarlier)) {
            AlgorithmCall<BipartiteGraph, ?, FoundGroups<Biclique>> search = search("`graphName`", graphName, given);
            searches.add(() -> search.rows(run -> rows(run, earlier, "`fromGraphName`", changes, false)));
        }
        return (searches.size() == 1 ? searches.get(0).get() : new OneAfterTheOther(searches.iterator()).rows())
                .limit(limit);
    }

    @Procedure(name = GROWN + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> grownEstimate(
            @Name(value = "graphName", description = LATER) String graphName,
            @Name(value = "fromGraphName", description = EARLIER) String fromGraphName,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        limit(given, Long.MAX_VALUE);
        key("`graphName`", graphName, given);
        return changes(given).stream().anyMatch(Change::isOfEarlier)
                ? search("`fromGraphName`", fromGraphName, given).estimate()
                : search("`graphName`", graphName, given).estimate();
    }

    private GraphKey key(String parameter, String graphName, Configuration given) {
        return call(GROWN).key(Names.name(parameter, graphName), CallConfig.username(given));
    }

    private static Set<Change> changes(Configuration given) {
        Object value = given.value(CHANGES);
        if (value == null) {
            return EnumSet.of(Change.GROWN);
        }
        Set<Change> changes = EnumSet.noneOf(Change.class);
        for (Object each : value instanceof Collection<?> list ? list : List.of(value)) {
            changes.add(Arrays.stream(Change.values())
                    .filter(change -> each instanceof String text && Ascii.equalsIgnoringCase(text, change.name()))
                    .findFirst()
                    .orElseThrow(() -> wrong(value)));
        }
        if (changes.isEmpty()) {
            throw wrong(value);
        }
        return changes;
    }

    private static IllegalArgumentException wrong(Object value) {
        return new IllegalArgumentException("`" + CHANGES
                + "` must be one or several of 'GROWN', 'GONE', 'SHRUNKEN' and 'NEW', got " + UserText.value(value));
    }

    /** The rows of searches, each of which begins when the one before it has ended. */
    private static final class OneAfterTheOther implements Iterator<GrownRow> {
        private final Iterator<Supplier<Stream<GrownRow>>> searches;
        private Stream<GrownRow> current = Stream.empty();
        private Iterator<GrownRow> rows = current.iterator();

        OneAfterTheOther(Iterator<Supplier<Stream<GrownRow>>> searches) {
            this.searches = searches;
        }

        Stream<GrownRow> rows() {
            return AlgorithmRun.stream(this).onClose(() -> current.close());
        }

        @Override
        public boolean hasNext() {
            while (!rows.hasNext()) {
                current.close();
                if (!searches.hasNext()) {
                    return false;
                }
                current = searches.next().get();
                rows = current.iterator();
            }
            return true;
        }

        @Override
        public GrownRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return rows.next();
        }
    }

    /** The call that searches one of the graphs. */
    private AlgorithmCall<BipartiteGraph, ?, FoundGroups<Biclique>> search(
            String parameter, String graphName, Configuration given) {
        String from = Names.name(parameter, graphName);
        MaximalBicliqueConfig search = MaximalBicliqueParameters.atAnyTime(given, PerVertex.NOTHING);
        nodes(given, GROWN);
        return call(
                GROWN,
                new MaximalBicliqueStreamAlgorithm(),
                from,
                ContainedNodes.of(given),
                new MaximalBicliqueStreamConfig(search, Long.MAX_VALUE),
                given);
    }

    /**
     * The rows of the bicliques of one state that have changed as asked for.
     *
     * @param other the other state, which {@code parameter} names
     */
    private static Stream<GrownRow> rows(
            AlgorithmRun<FoundGroups<Biclique>> run,
            GraphKey other,
            String parameter,
            Set<Change> changes,
            boolean ofEarlier) {
        CatalogGraph held = GraphCatalog.server().acquire(other);
        return OffHeapScope.closingOnFailure(held::release, () -> {
            Growth growth = new Growth(run.projected(), held.projected(), parameter, other.name(), ofEarlier);
            return AlgorithmRun.stream(run.result())
                    .map(biclique -> growth.row(biclique, changes, run.entities()))
                    .filter(Objects::nonNull)
                    .onClose(held::release);
        });
    }

    /** Looks bicliques of one graph up in another. */
    private static final class Growth {
        private final ProjectedGraph searched;
        private final ProjectedGraph other;
        private final BipartiteGraph graph;
        private final boolean ofEarlier;

        /** @throws IllegalArgumentException when {@code other} is not bipartite */
        Growth(ProjectedGraph searched, ProjectedGraph other, String parameter, String name, boolean ofEarlier) {
            if (!(other.graph() instanceof BipartiteGraph bipartite)) {
                throw new IllegalArgumentException(
                        parameter + " must be the name of a bipartite graph, got " + UserText.value(name));
            }
            this.searched = searched;
            this.other = other;
            this.graph = bipartite;
            this.ofEarlier = ofEarlier;
        }

        /** The row of a biclique of {@link #searched}; null when it has not changed as asked for. */
        GrownRow row(Biclique biclique, Set<Change> changes, EntityLookup entities) {
            int[] left = there(biclique.left(), searched.left(), other.left());
            int[] right = there(biclique.right(), searched.right(), other.right());
            boolean complete = left != null && right != null;
            int[] moreLeft = complete ? joined(left, right, graph.right()) : null;
            int[] moreRight = complete ? joined(right, left, graph.left()) : null;
            if (moreLeft == null) {
                Change change = ofEarlier ? Change.GONE : Change.NEW;
                return changes.contains(change) ? row(change, biclique, new int[0], new int[0], entities) : null;
            }
            Change change = ofEarlier ? Change.GROWN : Change.SHRUNKEN;
            return changes.contains(change) && moreLeft.length + moreRight.length > 0
                    ? row(change, biclique, moreLeft, moreRight, entities)
                    : null;
        }

        /** @param moreLeft further left vertices of {@link #other} */
        private GrownRow row(Change change, Biclique biclique, int[] moreLeft, int[] moreRight, EntityLookup entities) {
            List<Long> leftIds = nodeIds(biclique.left(), searched.left());
            List<Long> rightIds = nodeIds(biclique.right(), searched.right());
            List<Long> moreLeftIds = nodeIds(moreLeft, other.left());
            List<Long> moreRightIds = nodeIds(moreRight, other.right());
            boolean grown = change == Change.GROWN;
            List<Long> joinedLeft = grown ? moreLeftIds : List.of();
            List<Long> joinedRight = grown ? moreRightIds : List.of();
            List<Long> lostLeft = grown ? List.of() : moreLeftIds;
            List<Long> lostRight = grown ? List.of() : moreRightIds;
            return new GrownRow(
                    change.name(),
                    leftIds,
                    rightIds,
                    joinedLeft,
                    joinedRight,
                    lostLeft,
                    lostRight,
                    GroupId.of(leftIds, rightIds),
                    entities.nodes(leftIds),
                    entities.nodes(rightIds),
                    entities.nodes(joinedLeft),
                    entities.nodes(joinedRight),
                    entities.nodes(lostLeft),
                    entities.nodes(lostRight));
        }

        /** The vertices that nodes have in the other graph, ascending; null when it lacks one. */
        private static int[] there(int[] vertices, NodeIds searched, NodeIds other) {
            int[] there = new int[vertices.length];
            for (int i = 0; i < vertices.length; i++) {
                there[i] = other.vertex(searched.nodeId(vertices[i]));
                if (there[i] < 0) {
                    return null;
                }
            }
            return there;
        }

        /**
         * The common neighbors of {@code others} that are not among {@code members}; null when some member is none.
         *
         * @param rows the rows of {@code others}
         */
        private static int[] joined(int[] members, int[] others, Csr rows) {
            int fewest = Arrays.stream(others)
                    .boxed()
                    .min((u, v) -> Long.compare(rows.degree(u), rows.degree(v)))
                    .orElseThrow();
            int[] common = IntStream.range(0, Math.toIntExact(rows.degree(fewest)))
                    .map(i -> rows.neighbor(rows.start(fewest) + i))
                    .filter(vertex -> Arrays.stream(others).allMatch(other -> rows.slotOf(other, vertex) >= 0))
                    .toArray();
            int[] joined = Arrays.stream(common)
                    .filter(vertex -> Arrays.binarySearch(members, vertex) < 0)
                    .toArray();
            return common.length - joined.length == members.length ? joined : null;
        }
    }
}
