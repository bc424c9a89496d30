package dev.motif.algorithm.group.biclique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.choice.FoundGroups;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.VirtualGroups;
import dev.motif.cypher.config.Configuration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/**
 * {@code motif.biclique.maximal.graph}: bicliques to draw. A biclique of 100 by 100 nodes has 10,000 relationships, but
 * 200 when each of its members is joined to one virtual node instead.
 */
public final class MaximalBicliqueGraphProcedures extends FoundBicliqueProcedures {
    private static final String GRAPH_OF = "motif.biclique.maximal.graph";
    private static final String KEYS = VirtualGroups.KEYS + ", " + CHOICE_KEYS + SEARCH_KEYS;

    /** The most bicliques unless the call says otherwise: one is drawn. */
    private static final int DEFAULT_TOP_K = 1;

    /** A biclique as a virtual node, with a virtual relationship from each member. */
    public record GraphRow(
            @Description("The virtual node of the biclique, with leftSize, rightSize and edges")
            Node biclique,

            @Description("The members that still exist, which are nodes of the database, left ones first")
            List<Node> nodes,

            @Description("A virtual relationship from each of these nodes to the virtual node")
            List<Relationship> relationships,

            @Description("The number of left nodes") long leftSize,
            @Description("The number of right nodes") long rightSize,

            @Description("Relationships between its members")
            long edges) {}

    /** A biclique that may have a weight as a virtual node, with a virtual relationship from each member. */
    public record WeighedGraphRow(
            @Description("The virtual node of the biclique, with leftSize, rightSize, edges and weight")
            Node biclique,

            @Description("The members that still exist, which are nodes of the database, left ones first")
            List<Node> nodes,

            @Description("A virtual relationship from each of these nodes to the virtual node")
            List<Relationship> relationships,

            @Description("The number of left nodes") long leftSize,
            @Description("The number of right nodes") long rightSize,

            @Description("Relationships between its members")
            long edges,

            @Description(WEIGHT) Number weight,
            @Description(COMPLETE) boolean complete) {
        private static WeighedGraphRow of(GraphRow row, Number weight, boolean complete) {
            if (weight != null) {
                row.biclique.setProperty("weight", weight);
            }
            return new WeighedGraphRow(
                    row.biclique,
                    row.nodes,
                    row.relationships,
                    row.leftSize,
                    row.rightSize,
                    row.edges,
                    weight,
                    complete);
        }
    }

    @Procedure(name = GRAPH_OF, mode = READ)
    @Description("Returns bicliques to draw: a virtual node for each, joined to its members by virtual relationships.")
    public Stream<WeighedGraphRow> graph(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        VirtualGroups drawing = drawing(given);
        return bicliquesCall(GRAPH_OF, graph, given, DEFAULT_TOP_K, Long.MAX_VALUE)
                .rows(run -> rows(run, drawing));
    }

    @Procedure(name = GRAPH_OF + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> graphEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        drawing(given);
        return bicliquesCall(GRAPH_OF, graph, given, DEFAULT_TOP_K, Long.MAX_VALUE)
                .estimate();
    }

    private static VirtualGroups drawing(Configuration given) {
        return VirtualGroups.of(given, "Biclique", "IN_BICLIQUE");
    }

    private Stream<WeighedGraphRow> rows(AlgorithmRun<FoundGroups<Biclique>> run, VirtualGroups drawing) {
        return bicliqueRows(run, new EntityLookup(transaction, run.projected()))
                .map(members -> WeighedGraphRow.of(
                        drawn(
                                members.leftSize(),
                                members.rightSize(),
                                members.edges(),
                                members.leftNodes(),
                                members.rightNodes(),
                                drawing),
                        members.weight(),
                        members.complete()));
    }

    /**
     * The row that draws a biclique, or what is nearly one, with {@code edges} relationships between its members.
     *
     * @param leftNodes the left nodes that still exist
     * @param rightNodes the right nodes that still exist
     */
    public static GraphRow drawn(
            long leftSize,
            long rightSize,
            long edges,
            List<Node> leftNodes,
            List<Node> rightNodes,
            VirtualGroups drawing) {
        Node biclique = drawing.node(Map.of("leftSize", leftSize, "rightSize", rightSize, "edges", edges));
        List<Node> nodes =
                Stream.concat(leftNodes.stream(), rightNodes.stream()).toList();
        return new GraphRow(biclique, nodes, drawing.relationships(nodes, biclique), leftSize, rightSize, edges);
    }
}
