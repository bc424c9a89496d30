package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import java.util.List;
import java.util.Map;
import org.neo4j.procedure.Description;

/**
 * The last columns of a row about a run. Neo4j lists the columns of a row's own class first, in the order of its fields,
 * then the columns of its super class.
 */
public abstract class RunRow {
    @Description("CPU or GPU")
    public final String backend;

    @Description("Why this backend; with baseProperty also why counts were changed, or counted anew")
    public final String backendReason;

    @Description("The GPUs that were used, by their numbers in motif.gpu.list; none on the CPU")
    public final List<Long> gpus;

    @Description(MotifProcedures.PROJECT_MILLIS)
    public final long projectMillis;

    @Description("Milliseconds of ordering the graph and choosing the way")
    public final long preProcessingMillis;

    @Description("Milliseconds of copying to and from the GPU")
    public final long transferMillis;

    @Description("Milliseconds of the algorithm itself; what is found while it is written or streamed counts there")
    public final long computeMillis;

    @Description(MotifProcedures.RUN_PARAMETERS)
    public final Map<String, Object> configuration;

    protected RunRow(AlgorithmRun<?> run) {
        backend = run.choice().backend().name();
        backendReason = run.choice().reason();
        gpus = run.choice().ordinals();
        projectMillis = run.times().millis(Stage.PROJECT);
        preProcessingMillis = run.times().millis(Stage.PREPARE);
        transferMillis = run.times().millis(Stage.TRANSFER);
        computeMillis = run.times().millis(Stage.COMPUTE);
        configuration = run.configuration();
    }

    public abstract static class OfUnipartite extends RunRow {
        @Description("Nodes of the graph")
        public final long nodeCount;

        @Description("Relationships of the graph")
        public final long relationshipCount;

        protected OfUnipartite(AlgorithmRun<?> run) {
            this(run, run.projected().graph());
        }

        /** @param graph the one that the row is about, where that is not what the algorithm worked on */
        protected OfUnipartite(AlgorithmRun<?> run, Graph graph) {
            super(run);
            nodeCount = graph.vertexCount();
            relationshipCount = graph.edgeCount();
        }
    }

    public abstract static class OfBipartite extends RunRow {
        @Description("Nodes of the left side")
        public final long leftCount;

        @Description("Nodes of the right side")
        public final long rightCount;

        @Description("Relationships of the graph")
        public final long relationshipCount;

        protected OfBipartite(AlgorithmRun<?> run) {
            this(run, run.projected().graph());
        }

        /** @param graph the one that the row is about, where that is not what the algorithm worked on */
        protected OfBipartite(AlgorithmRun<?> run, Graph graph) {
            super(run);
            leftCount = ((BipartiteGraph) graph).leftCount();
            rightCount = ((BipartiteGraph) graph).rightCount();
            relationshipCount = graph.edgeCount();
        }
    }

    /** A row about lists of numbers that were written to nodes, or about columns of their entries. */
    public static final class OfLists extends RunRow {
        @Description("Lists, or values of columns, that were written")
        public final long nodePropertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(MotifProcedures.WRITE_MILLIS)
        public final long writeMillis;

        public OfLists(AlgorithmRun<?> run, PropertyTarget target) {
            super(run);
            nodePropertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
        }
    }
}
