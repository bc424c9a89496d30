package dev.motif.algorithm.group.clique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.choice.FoundGroups;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.GroupWriter;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.clique.maximal.write} and {@code mutate}: in how many each node is, or maximal cliques as nodes. */
public final class MaximalCliqueWriteProcedures extends FoundCliqueProcedures {
    private static final String NAME = "motif.clique.maximal";
    private static final String WRITE = NAME + ".write";
    private static final String EACH_KEYS = TimeKeys.SPAN_KEYS + ", minSize, maxSize, timeoutMillis, " + RUN_KEYS;
    private static final String KEYS =
            WRITE_KEYS + ", writeCliques, relationshipType, limit, topK, maxOverlap, contains, " + EACH_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + EACH_KEYS;
    private static final long DEFAULT_LIMIT = 1000;

    private static final AlgorithmSpec<UnipartiteGraph, MaximalCliqueConfig, MaximalCliqueResult> SPEC =
            AlgorithmSpec.of(NAME, new MaximalCliqueAlgorithm(), given -> search(given, 0)
                            .forEachVertex())
                    .nodeValues(
                            (result, side) -> side == Side.LEFT ? PropertyValues.integers(result.vertices()) : null);

    public static final class WriteRow extends RunRow {
        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("New nodes, one a clique")
        public final long cliquesWritten;

        @Description("New relationships from members to the nodes of their cliques")
        public final long relationshipsWritten;

        @Description("Nodes that an earlier run with the same jobId had written, and that were deleted")
        public final long cliquesDeleted;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("How many there are; null when there are 2^63 or more, and with writeCliques")
        public final Long count;

        @Description("How many there are, always exact; null with writeCliques")
        public final String countText;

        /** A row about a property of each node. */
        public WriteRow(AlgorithmRun<MaximalCliqueResult> run, PropertyTarget target) {
            super(run);
            MaximalCliqueSummary summary = MaximalCliqueSummary.of(run.result());
            nodePropertiesWritten = target.written();
            cliquesWritten = 0;
            relationshipsWritten = 0;
            cliquesDeleted = 0;
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            count = summary.count();
            countText = summary.countText();
        }

        /** A row about cliques as nodes. */
        public WriteRow(AlgorithmRun<FoundGroups<int[]>> run, GroupWriter groups) {
            super(run);
            nodePropertiesWritten = 0;
            cliquesWritten = groups.groups();
            relationshipsWritten = groups.relationships();
            cliquesDeleted = groups.deleted();
            skipped = groups.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            count = null;
            countText = null;
        }
    }

    @Procedure(name = WRITE, mode = org.neo4j.procedure.Mode.WRITE)
    @Description(
            "Writes how many maximal cliques each node is in as a property; or writes maximal cliques as new nodes,"
                    + " joined to their members.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return GroupWriter.isAskedFor(given, "writeCliques")
                ? writeCliques(graph, given)
                : write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Counts the maximal cliques of each node, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = WRITE + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        if (GroupWriter.isAskedFor(given, "writeCliques")) {
            target(given);
            return foundCall(WRITE, graph, given, 0, DEFAULT_LIMIT).estimate();
        }
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }

    private Stream<WriteRow> writeCliques(Object graph, Configuration given) {
        GroupWriter.Target target = target(given);
        AlgorithmCall<UnipartiteGraph, FoundCliquesConfig, FoundGroups<int[]>> call =
                foundCall(WRITE, graph, given, 0, DEFAULT_LIMIT);
        return target.write(
                call,
                run -> run.weights() == null ? List.of("size") : List.of("size", "weight"),
                run -> cliques(call, run).map(MaximalCliqueWriteProcedures::group),
                WriteRow::new);
    }

    private static GroupWriter.Target target(Configuration given) {
        return GroupWriter.Target.of(given, "writeCliques", "IN_CLIQUE");
    }

    private static GroupWriter.Group group(FoundClique clique) {
        long size = clique.nodeIds().size();
        return new GroupWriter.Group(
                clique.nodeIds(), clique.weight() == null ? List.of(size) : List.of(size, clique.weight()));
    }
}
