package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.maximal.model.MaximalBicliqueResult;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.write.GroupWriter;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.BipartiteGraph;
import dev.motif.projection.Elements;
import dev.motif.projection.ProjectedGraph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.maximal.write}: a property of each node, or bicliques as nodes. */
public final class MaximalBicliqueWriteProcedures extends FoundBicliqueProcedures {
    private static final MaximalBicliqueAlgorithm COUNT = new MaximalBicliqueAlgorithm();

    private static final String WRITE = "motif.biclique.maximal.write";
    private static final String MUTATE = "motif.biclique.maximal.mutate";
    private static final String CONFIGURATION =
            WRITE_KEYS + ", value, writeBicliques, relationshipType, limit, topK, topKBy, " + COMMON_CONFIGURATION;

    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", value, " + COMMON_CONFIGURATION;

    private static final long DEFAULT_LIMIT = 1000;

    /** What is written for a node. */
    enum NodeValue {
        COUNT,
        LARGEST
    }

    /** What was written. */
    public record WriteRow(
            @Description("Nodes whose property was written") long nodePropertiesWritten,

            @Description("New nodes, one a biclique") long bicliquesWritten,

            @Description("New relationships from members to the nodes of their bicliques")
            long relationshipsWritten,

            @Description("Nodes that an earlier run with the same jobId had written, and that were deleted")
            long bicliquesDeleted,

            @Description("Nodes that no longer exist") long skipped,
            @Description(WRITE_MILLIS) long writeMillis,

            @Description("Maximal bicliques; null when there are 2^63 or more, and with writeBicliques")
            Long count,

            @Description("Maximal bicliques, always exact; null with writeBicliques")
            String countText,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of searching; 0 where bicliques are written while they are found")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static WriteRow of(
                AlgorithmRun<?> run, Long count, String countText, long properties, long skipped, GroupWriter groups) {
            return new WriteRow(
                    properties,
                    groups == null ? 0 : groups.groups(),
                    groups == null ? 0 : groups.relationships(),
                    groups == null ? 0 : groups.deleted(),
                    skipped,
                    run.times().millis(Stage.WRITE),
                    count,
                    countText,
                    run.choice().backend().name(),
                    run.choice().reason(),
                    run.choice().ordinals(),
                    run.times().millis(Stage.PROJECT),
                    run.times().millis(Stage.PREPARE),
                    run.times().millis(Stage.TRANSFER),
                    run.times().millis(Stage.COMPUTE),
                    run.configuration());
        }
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description("Writes how many maximal bicliques each node is in, or the size of the largest, as a property; or"
            + " writes maximal bicliques as new nodes, joined to their members.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        return writesBicliques(given)
                ? writeBicliques(graph, given)
                : propertyCall(WRITE, WriteConfig.of(given), graph, given)
                        .row(MaximalBicliqueWriteProcedures::writeProperties, MaximalBicliqueWriteProcedures::row);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Finds how many maximal bicliques each node is in, or the size of the largest, and adds a column of them to"
                    + " the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        return propertyCall(MUTATE, WriteConfig.ofColumn(given), graph, given)
                .row(MaximalBicliqueWriteProcedures::writeProperties, MaximalBicliqueWriteProcedures::row);
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        if (writesBicliques(given)) {
            given.string("relationshipType", null);
            WriteConfig.skipIfRunning(given);
            return bicliquesCall(WRITE, graph, given, 0, DEFAULT_LIMIT).estimate();
        }
        return propertyCall(WRITE, WriteConfig.of(given), graph, given).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        return propertyCall(MUTATE, WriteConfig.ofColumn(given), graph, given).estimate();
    }

    private static boolean writesBicliques(Configuration given) {
        boolean bicliques = given.string("writeBicliques", null) != null;
        if (bicliques == (given.string("writeProperty", null) != null)) {
            throw new IllegalArgumentException("exactly one of `writeProperty`, for a property of each node, and"
                    + " `writeBicliques`, for a label of new nodes, must be given");
        }
        return bicliques;
    }

    private WriteCall<BipartiteGraph, MaximalBicliqueConfig, MaximalBicliqueResult> propertyCall(
            String procedure, WriteConfig write, Object graph, Configuration given) {
        NodeValue value = given.oneOf("value", NodeValue.class, NodeValue.COUNT);
        PerVertex perVertex = value == NodeValue.COUNT ? PerVertex.COUNT : PerVertex.LARGEST;
        return new WriteCall<>(
                write,
                algorithmCall(procedure, graph, COUNT, MaximalBicliqueParameters.search(given, perVertex), given),
                Elements.NODES);
    }

    private static void writeProperties(AlgorithmRun<MaximalBicliqueResult> run, PropertyTarget writer) {
        writer.writeNodes(
                run.projected().left(), PropertyValues.integers(run.result().left()));
        writer.writeNodes(
                run.projected().right(), PropertyValues.integers(run.result().right()));
    }

    private static WriteRow row(AlgorithmRun<MaximalBicliqueResult> run, PropertyTarget writer) {
        MaximalBicliqueSummary summary = MaximalBicliqueSummary.of(run.result());
        return WriteRow.of(run, summary.count(), summary.countText(), writer.written(), writer.skipped(), null);
    }

    private Stream<WriteRow> writeBicliques(Object graph, Configuration given) {
        String label = given.requiredString("writeBicliques");
        String type = given.string("relationshipType", "IN_BICLIQUE");
        boolean skipIfRunning = WriteConfig.skipIfRunning(given);
        AlgorithmCall<BipartiteGraph, ?, FoundBicliques> call = bicliquesCall(WRITE, graph, given, 0, DEFAULT_LIMIT);
        return call.writeRow(skipIfRunning, List.of(GroupWriter.STAGE), run -> {
            GroupWriter writer = new GroupWriter(
                    call.call(),
                    run.workers(),
                    "writeBicliques",
                    label,
                    "relationshipType",
                    type,
                    call.config().jobId(),
                    List.of("leftSize", "rightSize", "edges"),
                    run.whole());
            run.times().time(Stage.WRITE, () -> writer.replaceBy(groups(run)));
            return WriteRow.of(run, null, null, 0, writer.skipped(), writer);
        });
    }

    private static Iterator<GroupWriter.Group> groups(AlgorithmRun<FoundBicliques> run) {
        FoundBicliques found = run.result();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public GroupWriter.Group next() {
                return group(found.next(), run.projected());
            }
        };
    }

    private static GroupWriter.Group group(Biclique biclique, ProjectedGraph projected) {
        List<Long> members = new ArrayList<>(nodeIds(biclique.left(), projected.left()));
        members.addAll(nodeIds(biclique.right(), projected.right()));
        return new GroupWriter.Group(
                members, List.of((long) biclique.left().length, (long) biclique.right().length, biclique.edges()));
    }
}
