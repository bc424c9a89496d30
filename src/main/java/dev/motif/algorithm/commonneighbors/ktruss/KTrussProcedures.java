package dev.motif.algorithm.commonneighbors.ktruss;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RelationshipRow;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.ktruss.*}: see {@link KTrussAlgorithm} for what is computed. */
public final class KTrussProcedures extends MotifProcedures {
    private static final String NAME = "motif.ktruss";
    private static final String COMPUTES =
            "Computes the truss number of each relationship of a unipartite graph, the largest k of a k-truss with it";
    private static final String STREAM_KEYS = "nodes, " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, KTrussConfig, KTrussResult> SPEC = AlgorithmSpec.of(
                    NAME, new KTrussAlgorithm(), given -> new KTrussConfig())
            .relationshipValues(result -> PropertyValues.integers(result.edges()));

    /** The truss numbers of a graph. */
    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("The largest truss number; null without relationships")
        public final Long maxTruss;

        @Description("How many different truss numbers there are")
        public final long levels;

        @Description("Relationships with the largest truss number")
        public final long relationshipsAtMax;

        private StatsRow(AlgorithmRun<KTrussResult> run) {
            super(run);
            KTrussSummary summary = KTrussSummary.of(run.result());
            maxTruss = summary.maxTruss();
            levels = summary.levels();
            relationshipsAtMax = summary.relationshipsAtMax();
        }
    }

    /** The truss number of one relationship. */
    public static final class StreamRow extends RelationshipRow.OfUnipartite {
        @Description("The node of the relationship that comes first")
        public final long sourceNodeId;

        @Description("The other node of the relationship")
        public final long targetNodeId;

        @Description(RELATIONSHIP_ID)
        public final Long relationshipId;

        @Description("Its truss number")
        public final long truss;

        private StreamRow(AlgorithmRun<KTrussResult> run, GraphEntity relationship) {
            super(run, relationship);
            sourceNodeId = relationship.source();
            targetNodeId = relationship.target();
            relationshipId = relationship.relationship();
            truss = run.result().edges().get(relationship.index());
        }
    }

    /** What was written. */
    public static final class WriteRow extends RunRow {
        @Description("Relationships whose property was written")
        public final long propertiesWritten;

        @Description("Relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("The largest truss number; null without relationships")
        public final Long maxTruss;

        @Description("How many different truss numbers there are")
        public final long levels;

        private WriteRow(AlgorithmRun<KTrussResult> run, PropertyTarget target) {
            super(run);
            KTrussSummary summary = KTrussSummary.of(run.result());
            propertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            maxTruss = summary.maxTruss();
            levels = summary.levels();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(COMPUTES + ", and returns figures of them.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(COMPUTES + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> run.relationships().map(each -> new StreamRow(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(COMPUTES + ", and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(COMPUTES + ", and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = RUN_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }
}
