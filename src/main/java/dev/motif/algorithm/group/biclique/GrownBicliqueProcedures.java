package dev.motif.algorithm.group.biclique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.FoundBicliques;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Call;
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
import dev.motif.text.GroupId;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/**
 * {@code motif.biclique.maximal.grown}: the maximal bicliques of an earlier state of a graph that are part of larger ones
 * in a later state. Such a biclique (L, R) is complete in the later state, where another left node is joined to all of R, or
 * another right node to all of L. That takes one intersection of rows for each side of each biclique.
 */
public final class GrownBicliqueProcedures extends FoundBicliqueProcedures {
    private static final String GROWN = "motif.biclique.maximal.grown";
    private static final String KEYS = "limit, nodes, " + ANY_TIME_KEYS;
    private static final String LATER = "The name of a graph, a bipartite one: the later state";
    private static final String EARLIER = "The name of a bipartite graph, the earlier state";
    private static final String IN_LATER = ", each of which has all of ";

    public record GrownRow(
            @Description("The left nodes that it had") List<Long> leftNodeIds,
            @Description("The right nodes that it had") List<Long> rightNodeIds,

            @Description("Further left nodes in the later state" + IN_LATER + "rightNodeIds as neighbors")
            List<Long> joinedLeftNodeIds,

            @Description("Further right nodes in the later state" + IN_LATER + "leftNodeIds as neighbors")
            List<Long> joinedRightNodeIds,

            @Description(GroupId.DESCRIPTION + ", here of those that it had")
            String groupId,

            @Description("The left nodes that it had" + WITH_LISTS)
            List<Node> leftNodes,

            @Description("The right nodes that it had" + WITH_LISTS)
            List<Node> rightNodes,

            @Description("The further left nodes" + WITH_LISTS)
            List<Node> joinedLeftNodes,

            @Description("The further right nodes" + WITH_LISTS)
            List<Node> joinedRightNodes) {}

    private static final String WITH_LISTS = ", as far as they still exist; null unless yielded or nodes: true";

    @Procedure(name = GROWN, mode = READ)
    @Description("Returns the maximal bicliques of an earlier state of a graph that are part of larger ones in a later"
            + " state, with the nodes that joined.")
    public Stream<GrownRow> grown(
            @Name(value = "graphName", description = LATER) String graphName,
            @Name(value = "fromGraphName", description = EARLIER) String fromGraphName,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        long limit = limit(given, Long.MAX_VALUE);
        GraphKey later = later(graphName, given);
        return search(fromGraphName, given).rows(run -> rows(run, later).limit(limit));
    }

    @Procedure(name = GROWN + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> grownEstimate(
            @Name(value = "graphName", description = LATER) String graphName,
            @Name(value = "fromGraphName", description = EARLIER) String fromGraphName,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        limit(given, Long.MAX_VALUE);
        later(graphName, given);
        return search(fromGraphName, given).estimate();
    }

    private GraphKey later(String graphName, Configuration given) {
        Call call = call(GROWN);
        return call.key(Names.name("`graphName`", graphName), CallConfig.username(given));
    }

    /** The call that searches the earlier graph. */
    private AlgorithmCall<BipartiteGraph, ?, FoundBicliques> search(String fromGraphName, Configuration given) {
        String from = Names.name("`fromGraphName`", fromGraphName);
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

    private static Stream<GrownRow> rows(AlgorithmRun<FoundBicliques> run, GraphKey later) {
        CatalogGraph held = GraphCatalog.server().acquire(later);
        return OffHeapScope.closingOnFailure(held::release, () -> {
            Growth growth = new Growth(run.projected(), held.projected(), later.name());
            return AlgorithmRun.stream(run.result())
                    .map(biclique -> growth.row(biclique, run.entities()))
                    .filter(Objects::nonNull)
                    .onClose(held::release);
        });
    }

    /** Looks bicliques of one graph up in another. */
    private static final class Growth {
        private final ProjectedGraph before;
        private final ProjectedGraph now;
        private final BipartiteGraph graph;

        /** @throws IllegalArgumentException when {@code now} is not bipartite */
        Growth(ProjectedGraph before, ProjectedGraph now, String name) {
            if (!(now.graph() instanceof BipartiteGraph bipartite)) {
                throw new IllegalArgumentException(
                        "`graphName` must be the name of a bipartite graph, got " + UserText.value(name));
            }
            this.before = before;
            this.now = now;
            this.graph = bipartite;
        }

        /** The row of a biclique of {@link #before}; null when it has not grown. */
        GrownRow row(Biclique biclique, EntityLookup entities) {
            int[] left = later(biclique.left(), before.left(), now.left());
            int[] right = later(biclique.right(), before.right(), now.right());
            if (left == null || right == null) {
                return null;
            }
            int[] joinedLeft = joined(left, right, graph.right());
            int[] joinedRight = joined(right, left, graph.left());
            if (joinedLeft == null || joinedLeft.length + joinedRight.length == 0) {
                return null;
            }
            List<Long> leftIds = nodeIds(left, now.left());
            List<Long> rightIds = nodeIds(right, now.right());
            List<Long> joinedLeftIds = nodeIds(joinedLeft, now.left());
            List<Long> joinedRightIds = nodeIds(joinedRight, now.right());
            return new GrownRow(
                    leftIds,
                    rightIds,
                    joinedLeftIds,
                    joinedRightIds,
                    GroupId.of(leftIds, rightIds),
                    entities.nodes(leftIds),
                    entities.nodes(rightIds),
                    entities.nodes(joinedLeftIds),
                    entities.nodes(joinedRightIds));
        }

        /** The vertices that nodes have in the later graph, ascending; null when one is gone. */
        private static int[] later(int[] vertices, NodeIds before, NodeIds now) {
            int[] later = new int[vertices.length];
            for (int i = 0; i < vertices.length; i++) {
                later[i] = now.vertex(before.nodeId(vertices[i]));
                if (later[i] < 0) {
                    return null;
                }
            }
            return later;
        }

        /**
         * The common neighbors of {@code others} that are not among {@code members}; null when some member is none.
         *
         * @param rows those of {@code others}
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
