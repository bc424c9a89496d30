package dev.motif.algorithm.group.biclique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.SizeCounts;
import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.choice.FoundGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.GroupWriter;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.BipartiteGraph;
import dev.motif.projection.EntityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.maximal.write}: a property of each node, or bicliques as nodes. */
public final class MaximalBicliqueWriteProcedures extends FoundBicliqueProcedures {
    private static final MaximalBicliqueAlgorithm COUNT = new MaximalBicliqueAlgorithm();

    private static final String WRITE = "motif.biclique.maximal.write";
    private static final String MUTATE = "motif.biclique.maximal.mutate";
    private static final String KEYS =
            WRITE_KEYS + ", value, writeBicliques, relationshipType, " + CHOICE_KEYS + SEARCH_KEYS;

    private static final String MUTATING_KEYS = MUTATE_KEYS + ", value, " + SEARCH_KEYS;

    private static final long DEFAULT_LIMIT = 1000;

    enum NodeValue {
        COUNT,
        LARGEST
    }

    public static final class WriteRow extends RunRow {
        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("New nodes, one a biclique")
        public final long bicliquesWritten;

        @Description("New relationships from members to the nodes of their bicliques")
        public final long relationshipsWritten;

        @Description("Nodes that an earlier run with the same jobId had written, and that were deleted")
        public final long bicliquesDeleted;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("How many there are; null when there are 2^63 or more, and with writeBicliques")
        public final Long count;

        @Description("How many there are, always exact; null with writeBicliques")
        public final String countText;

        @Description(COMPLETE)
        public final boolean complete;

        /** A row about a property of each node. */
        public WriteRow(AlgorithmRun<?> run, SizeCounts found, PropertyTarget target) {
            super(run);
            nodePropertiesWritten = target.written();
            bicliquesWritten = 0;
            relationshipsWritten = 0;
            bicliquesDeleted = 0;
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            count = Counts.toLongOrNull(found.total());
            countText = found.total().toString();
            complete = true;
        }

        /** A row about bicliques as nodes. */
        public WriteRow(AlgorithmRun<FoundGroups<Biclique>> run, GroupWriter groups) {
            super(run);
            nodePropertiesWritten = 0;
            bicliquesWritten = groups.groups();
            relationshipsWritten = groups.relationships();
            bicliquesDeleted = groups.deleted();
            skipped = groups.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            count = null;
            countText = null;
            complete = run.result().complete();
        }
    }

    @Procedure(name = WRITE, mode = org.neo4j.procedure.Mode.WRITE)
    @Description("Writes how many maximal bicliques each node is in, or the size of the largest, as a property; or"
            + " writes maximal bicliques as new nodes, joined to their members.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return GroupWriter.isAskedFor(given, "writeBicliques")
                ? writeBicliques(graph, given)
                : propertyCall(WRITE, WriteConfig.of(given), graph, given).row(MaximalBicliqueWriteProcedures::row);
    }

    @Procedure(name = MUTATE, mode = READ)
    @Description(
            "Finds how many maximal bicliques each node is in, or the size of the largest, and adds a column of them to"
                    + " the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return propertyCall(MUTATE, WriteConfig.ofColumn(given), graph, given).row(MaximalBicliqueWriteProcedures::row);
    }

    private static WriteRow row(AlgorithmRun<MaximalBicliqueResult> run, PropertyTarget target) {
        return new WriteRow(run, new SizeCounts(run.result().sizes()), target);
    }

    @Procedure(name = WRITE + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        if (GroupWriter.isAskedFor(given, "writeBicliques")) {
            target(given);
            return bicliquesCall(WRITE, graph, given, 0, DEFAULT_LIMIT).estimate();
        }
        return propertyCall(WRITE, WriteConfig.of(given), graph, given).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return propertyCall(MUTATE, WriteConfig.ofColumn(given), graph, given).estimate();
    }

    private WriteCall<BipartiteGraph, MaximalBicliqueConfig, MaximalBicliqueResult> propertyCall(
            String procedure, WriteConfig write, Object graph, Configuration given) {
        return new WriteCall<>(
                write,
                call(
                        procedure,
                        COUNT,
                        graph,
                        ContainedNodes.of(given),
                        MaximalBicliqueParameters.search(given, perVertex(given)),
                        given),
                EntityKind.NODES,
                (run, target) -> {
                    target.writeNodes(
                            run.projected().left(),
                            PropertyValues.integers(run.result().left()));
                    target.writeNodes(
                            run.projected().right(),
                            PropertyValues.integers(run.result().right()));
                });
    }

    /** The number of each node that the key {@code value} asks for. */
    public static PerVertex perVertex(Configuration given) {
        return given.oneOf("value", NodeValue.class, NodeValue.COUNT) == NodeValue.COUNT
                ? PerVertex.COUNT
                : PerVertex.LARGEST;
    }

    private Stream<WriteRow> writeBicliques(Object graph, Configuration given) {
        GroupWriter.Target target = target(given);
        AlgorithmCall<BipartiteGraph, ?, FoundGroups<Biclique>> call =
                bicliquesCall(WRITE, graph, given, 0, DEFAULT_LIMIT);
        return target.write(
                call,
                run -> run.weights() == null
                        ? List.of("leftSize", "rightSize", "edges")
                        : List.of("leftSize", "rightSize", "edges", "weight"),
                run -> AlgorithmRun.stream(run.result()).map(biclique -> group(run, biclique)),
                WriteRow::new);
    }

    private static GroupWriter.Target target(Configuration given) {
        return GroupWriter.Target.of(given, "writeBicliques", "IN_BICLIQUE");
    }

    private static GroupWriter.Group group(AlgorithmRun<?> run, Biclique biclique) {
        List<Long> members =
                new ArrayList<>(nodeIds(biclique.left(), run.projected().left()));
        members.addAll(nodeIds(biclique.right(), run.projected().right()));
        List<Number> values = new ArrayList<>(
                List.of((long) biclique.left().length, (long) biclique.right().length, biclique.edges()));
        if (run.weights() != null) {
            values.add(run.weight(biclique.left(), biclique.right()));
        }
        return new GroupWriter.Group(members, values);
    }
}
