package dev.motif.algorithm.biclique.sample;

import dev.motif.algorithm.biclique.sample.BicliqueSampleConfig.Size;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.count.sample}: see {@link BicliqueSampleAlgorithm} for how. */
public final class BicliqueSampleProcedures extends MotifProcedures {
    private static final BicliqueSampleAlgorithm ALGORITHM = new BicliqueSampleAlgorithm();
    private static final String SAMPLE = "motif.biclique.count.sample";
    private static final String CONFIGURATION = "p, q, maxP, maxQ, side, " + SampleKeys.KEYS + ", " + RUN_KEYS;

    private static final BicliqueNodeSampleAlgorithm OF_NODES = new BicliqueNodeSampleAlgorithm();
    private static final String STREAM = "motif.biclique.count.sample.stream";
    private static final String STREAM_CONFIGURATION = "p, q, nodes, side, " + SampleKeys.KEYS + ", " + RUN_KEYS;

    /** The bicliques of one size. */
    public record SampleRow(
            @Description("Left nodes of a biclique") long p,
            @Description("Right nodes of a biclique") long q,
            @Description(ESTIMATE_OF_SIZE) Double estimate,
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

            @Description("Milliseconds of sampling all sizes")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static SampleRow of(AlgorithmRun<SampleResult> run, Size size, SampledCount count) {
            BipartiteGraph graph = (BipartiteGraph) run.projected().graph();
            return new SampleRow(
                    size.p(),
                    size.q(),
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
    @Description(
            "Estimates the (p,q)-bicliques of a bipartite graph from samples, of one size or of all sizes up to one, with a confidence interval for each.")
    public Stream<SampleRow> sample(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        AlgorithmCall<BipartiteGraph, BicliqueSampleConfig, SampleResult> call = sampleCall(graph, configuration);
        List<Size> sizes = call.algorithmConfig().sizes();
        return call.rows(run -> IntStream.range(0, sizes.size())
                .mapToObj(i ->
                        SampleRow.of(run, sizes.get(i), run.result().counts().get(i))));
    }

    @Procedure(name = SAMPLE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> sampleEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        return sampleCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Estimates the (p,q)-bicliques that each node is in from samples, of one size, with a confidence interval for each node.")
    public Stream<SampledNodeRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(SampledNodeRow::of);
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    private AlgorithmCall<BipartiteGraph, BicliqueSampleConfig, SampledSides> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        BicliqueSampleConfig what = BicliqueSampleParameters.oneSize(given);
        given.flag("nodes", false);
        return new AlgorithmCall<>(call(STREAM), OF_NODES, graph, RelationshipIdUse.NONE, what, given);
    }

    private AlgorithmCall<BipartiteGraph, BicliqueSampleConfig, SampleResult> sampleCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        BicliqueSampleConfig what = BicliqueSampleParameters.config(given);
        return new AlgorithmCall<>(call(SAMPLE), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }
}
