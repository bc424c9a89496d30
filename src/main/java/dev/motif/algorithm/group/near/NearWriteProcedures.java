package dev.motif.algorithm.group.near;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.MaximalBicliqueWriteProcedures;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.SizeCounts;
import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.algorithm.group.clique.MaximalCliqueWriteProcedures;
import dev.motif.choice.Containing;
import dev.motif.choice.FoundGroups;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.write.GroupWriter;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.projection.EntityKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/**
 * {@code motif.biclique.near.write} and {@code mutate}, {@code motif.clique.near.write} and {@code mutate}: a property of each
 * node, or near-bicliques and near-cliques as nodes.
 */
public final class NearWriteProcedures extends MotifProcedures {
    private static final String BICLIQUE = NearBicliqueProcedures.NAME;
    private static final String CLIQUE = NearCliqueProcedures.NAME;

    private static final String BICLIQUE_KEYS = WRITE_KEYS
            + ", value, writeBicliques, relationshipType, limit, topK, topKBy, maxOverlap, "
            + NearBicliqueProcedures.STATS_KEYS;
    private static final String BICLIQUE_MUTATE_KEYS = MUTATE_KEYS + ", value, " + NearBicliqueProcedures.STATS_KEYS;
    private static final String CLIQUE_KEYS = WRITE_KEYS + ", writeCliques, relationshipType, limit, topK, maxOverlap, "
            + NearCliqueProcedures.STATS_KEYS;
    private static final String CLIQUE_MUTATE_KEYS = MUTATE_KEYS + ", " + NearCliqueProcedures.STATS_KEYS;

    private static final long DEFAULT_LIMIT = 1000;

    private static final AlgorithmSpec<BipartiteGraph, NearBicliqueConfig, SizeCounts> BICLIQUES_OF_NODES =
            AlgorithmSpec.of(BICLIQUE, new NearBicliqueAlgorithm(), given -> NearBicliqueParameters.config(given)
                            .with(MaximalBicliqueWriteProcedures.perVertex(given)))
                    .nodeValues((result, side) ->
                            PropertyValues.integers(side == Side.LEFT ? result.left() : result.right()));

    private static final AlgorithmSpec<BipartiteGraph, NearBicliqueConfig, FoundGroups<Biclique>> BICLIQUES =
            NearBicliqueProcedures.found(DEFAULT_LIMIT);

    private static final AlgorithmSpec<UnipartiteGraph, NearCliqueConfig, MaximalCliqueResult> CLIQUES_OF_NODES =
            AlgorithmSpec.of(CLIQUE, new NearCliqueAlgorithm(), given -> NearCliqueParameters.config(given)
                            .forEachVertex())
                    .nodeValues(
                            (result, side) -> side == Side.LEFT ? PropertyValues.integers(result.vertices()) : null);

    private static final AlgorithmSpec<UnipartiteGraph, NearCliqueConfig, FoundGroups<int[]>> CLIQUES =
            NearCliqueProcedures.found(DEFAULT_LIMIT);

    @Procedure(name = BICLIQUE + ".write", mode = org.neo4j.procedure.Mode.WRITE)
    @Description("Writes how many maximal near-bicliques each node is in, or the relationships of the largest, as a"
            + " property; or writes maximal near-bicliques as new nodes, joined to their members.")
    public Stream<MaximalBicliqueWriteProcedures.WriteRow> writeBicliques(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = BICLIQUE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        if (!GroupWriter.isAskedFor(given, "writeBicliques")) {
            return bicliquesOfNodes("write", WriteConfig.of(given), graph, given);
        }
        GroupWriter.Target target = bicliqueTarget(given);
        return target.write(
                containing(BICLIQUES, "write", graph, given),
                run -> List.of("leftSize", "rightSize", "edges"),
                run -> NearBicliqueProcedures.rows(run, EntityLookup.NONE)
                        .map(near -> new GroupWriter.Group(
                                Stream.concat(near.leftNodeIds().stream(), near.rightNodeIds().stream())
                                        .toList(),
                                List.of(near.leftSize(), near.rightSize(), near.edges()))),
                MaximalBicliqueWriteProcedures.WriteRow::new);
    }

    @Procedure(name = BICLIQUE + ".mutate", mode = READ)
    @Description(
            "Finds how many maximal near-bicliques each node is in, or the relationships of the largest, and adds a"
                    + " column of them to the graph.")
    public Stream<MaximalBicliqueWriteProcedures.WriteRow> mutateBicliques(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = BICLIQUE_MUTATE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return bicliquesOfNodes("mutate", WriteConfig.ofColumn(given), graph, given);
    }

    @Procedure(name = CLIQUE + ".write", mode = org.neo4j.procedure.Mode.WRITE)
    @Description("Writes how many maximal near-cliques each node is in as a property; or writes maximal near-cliques as"
            + " new nodes, joined to their members.")
    public Stream<MaximalCliqueWriteProcedures.WriteRow> writeCliques(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CLIQUE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        if (!GroupWriter.isAskedFor(given, "writeCliques")) {
            return ofNodes(CLIQUES_OF_NODES, "write", WriteConfig.of(given), graph, given)
                    .row(MaximalCliqueWriteProcedures.WriteRow::new);
        }
        GroupWriter.Target target = cliqueTarget(given);
        return target.write(
                containing(CLIQUES, "write", graph, given),
                run -> List.of("size", "edges"),
                run -> NearCliqueProcedures.rows(run, EntityLookup.NONE)
                        .map(near -> new GroupWriter.Group(near.nodeIds(), List.of(near.size(), near.edges()))),
                MaximalCliqueWriteProcedures.WriteRow::new);
    }

    @Procedure(name = CLIQUE + ".mutate", mode = READ)
    @Description("Counts the maximal near-cliques of each node, and adds a column of them to the graph.")
    public Stream<MaximalCliqueWriteProcedures.WriteRow> mutateCliques(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = CLIQUE_MUTATE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return ofNodes(CLIQUES_OF_NODES, "mutate", WriteConfig.ofColumn(given), graph, given)
                .row(MaximalCliqueWriteProcedures.WriteRow::new);
    }

    @Procedure(name = BICLIQUE + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeBicliquesEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = BICLIQUE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        if (GroupWriter.isAskedFor(given, "writeBicliques")) {
            bicliqueTarget(given);
            return containing(BICLIQUES, "write", graph, given).estimate();
        }
        return ofNodes(BICLIQUES_OF_NODES, "write", WriteConfig.of(given), graph, given)
                .estimate();
    }

    @Procedure(name = BICLIQUE + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateBicliquesEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = BICLIQUE_MUTATE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return ofNodes(BICLIQUES_OF_NODES, "mutate", WriteConfig.ofColumn(given), graph, given)
                .estimate();
    }

    @Procedure(name = CLIQUE + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeCliquesEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CLIQUE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        if (GroupWriter.isAskedFor(given, "writeCliques")) {
            cliqueTarget(given);
            return containing(CLIQUES, "write", graph, given).estimate();
        }
        return ofNodes(CLIQUES_OF_NODES, "write", WriteConfig.of(given), graph, given)
                .estimate();
    }

    @Procedure(name = CLIQUE + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateCliquesEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = CLIQUE_MUTATE_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return ofNodes(CLIQUES_OF_NODES, "mutate", WriteConfig.ofColumn(given), graph, given)
                .estimate();
    }

    private Stream<MaximalBicliqueWriteProcedures.WriteRow> bicliquesOfNodes(
            String mode, WriteConfig write, Object graph, Configuration given) {
        return ofNodes(BICLIQUES_OF_NODES, mode, write, graph, given)
                .row((run, target) -> new MaximalBicliqueWriteProcedures.WriteRow(run, run.result(), target));
    }

    /** A call that writes a property of each node, counted among the groups with the nodes of {@code contains}. */
    private <G extends Graph, C extends Containing<C>, R extends AutoCloseable> WriteCall<G, C, R> ofNodes(
            AlgorithmSpec<G, C, R> spec, String mode, WriteConfig write, Object graph, Configuration given) {
        return new WriteCall<>(write, containing(spec, mode, graph, given), EntityKind.NODES, spec.writer());
    }

    private static GroupWriter.Target bicliqueTarget(Configuration given) {
        return GroupWriter.Target.of(given, "writeBicliques", "IN_BICLIQUE");
    }

    private static GroupWriter.Target cliqueTarget(Configuration given) {
        return GroupWriter.Target.of(given, "writeCliques", "IN_CLIQUE");
    }
}
