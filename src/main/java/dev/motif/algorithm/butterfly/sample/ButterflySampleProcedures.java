package dev.motif.algorithm.butterfly.sample;

import dev.motif.backend.sample.SampleConfig;
import dev.motif.backend.sample.SampleResult;
import dev.motif.backend.sample.SampledCount;
import dev.motif.backend.sample.SampledSides;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.SampleKeys;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.SampledNodeRow;
import dev.motif.graph.BipartiteGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.butterfly.sample}: see {@link ButterflySampleAlgorithm} for how. */
public final class ButterflySampleProcedures extends MotifProcedures {
    private static final ButterflySampleAlgorithm ALGORITHM = new ButterflySampleAlgorithm();
    private static final String SAMPLE = "motif.butterfly.sample";
    private static final String CONFIGURATION = SampleKeys.KEYS + ", " + RUN_KEYS;

    private static final ButterflyNodeSampleAlgorithm OF_NODES = new ButterflyNodeSampleAlgorithm();
    private static final String STREAM = "motif.butterfly.sample.stream";
    private static final String STREAM_CONFIGURATION = "nodes, " + CONFIGURATION;

    /** The butterflies of a graph. */
    public record SampleRow(
            @Description(ESTIMATE) double estimate,
            @Description(LOWER) double lower,
            @Description(UPPER) Double upper,
            @Description(SAMPLES) long samples,
            @Description(RELIABLE) boolean reliable,
            @Description("Nodes of the left side") long leftCount,
            @Description("Nodes of the right side") long rightCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of sampling") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static SampleRow of(AlgorithmRun<SampleResult> run, SampledCount count) {
            BipartiteGraph graph = (BipartiteGraph) run.projected().graph();
            return new SampleRow(
                    count.estimate(),
                    count.lower(),
                    count.upper(),
                    count.samples(),
                    count.reliable(),
                    graph.leftCount(),
                    graph.rightCount(),
                    graph.edgeCount(),
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

    @Procedure(name = SAMPLE, mode = Mode.READ)
    @Description("Estimates the butterflies of a bipartite graph from samples, with a confidence interval.")
    public Stream<SampleRow> sample(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        AlgorithmCall<BipartiteGraph, SampleConfig, SampleResult> call = sampleCall(graph, configuration);
        return call.row(run -> SampleRow.of(run, run.result().counts().get(0)));
    }

    @Procedure(name = SAMPLE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> sampleEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        return sampleCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Estimates the butterflies that each node is in from samples, with a confidence interval for each node.")
    public Stream<SampledNodeRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(SampledNodeRow::of);
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    private AlgorithmCall<BipartiteGraph, SampleConfig, SampledSides> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        SampleConfig what = SampleKeys.read(given);
        given.flag("nodes", false);
        return new AlgorithmCall<>(call(STREAM), OF_NODES, graph, RelationshipIdUse.NONE, what, given);
    }

    private AlgorithmCall<BipartiteGraph, SampleConfig, SampleResult> sampleCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        SampleConfig what = SampleKeys.read(given);
        return new AlgorithmCall<>(call(SAMPLE), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }
}
