package dev.motif.algorithm.kclique.sample;

import dev.motif.backend.sample.SampleResult;
import dev.motif.backend.sample.SampledCount;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.SampleKeys;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kclique.sample}: see {@link KCliqueSampleAlgorithm} for how. */
public final class KCliqueSampleProcedures extends MotifProcedures {
    private static final KCliqueSampleAlgorithm ALGORITHM = new KCliqueSampleAlgorithm();
    private static final String SAMPLE = "motif.kclique.sample";
    private static final String CONFIGURATION = "k, minK, maxK, " + SampleKeys.KEYS + ", " + RUN_KEYS;

    private static final KCliqueNodeSampleAlgorithm OF_NODES = new KCliqueNodeSampleAlgorithm();
    private static final String STREAM = "motif.kclique.sample.stream";
    private static final String STREAM_CONFIGURATION = "k, nodes, " + SampleKeys.KEYS + ", " + RUN_KEYS;

    /** The cliques of a node. */
    public record StreamRow(
            @Description("The node") long nodeId,
            @Description(ESTIMATE) double estimate,
            @Description(LOWER) double lower,
            @Description(UPPER) Double upper,
            @Description(SAMPLES) long samples,
            @Description(RELIABLE) boolean reliable,
            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(long nodeId, SampledCount count, Node node) {
            return new StreamRow(
                    nodeId, count.estimate(), count.lower(), count.upper(), count.samples(), count.reliable(), node);
        }
    }

    /** The cliques of one size. */
    public record SampleRow(
            @Description("Nodes of a clique") long k,
            @Description(ESTIMATE_OF_SIZE) Double estimate,
            @Description(LOWER) double lower,
            @Description(UPPER) Double upper,
            @Description(SAMPLES) long samples,
            @Description(RELIABLE) boolean reliable,
            @Description("Nodes of the graph") long nodeCount,
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
        private static SampleRow of(AlgorithmRun<SampleResult> run, int k, SampledCount count) {
            UnipartiteGraph graph = (UnipartiteGraph) run.projected().graph();
            return new SampleRow(
                    k,
                    count.estimate(),
                    count.lower(),
                    count.upper(),
                    count.samples(),
                    count.reliable(),
                    graph.vertexCount(),
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
            "Estimates the k-cliques of a unipartite graph from samples, of one size or of several, with a confidence interval for each.")
    public Stream<SampleRow> sample(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        AlgorithmCall<UnipartiteGraph, KCliqueSampleConfig, SampleResult> call = sampleCall(graph, configuration);
        int minK = call.algorithmConfig().minK();
        return call.rows(run -> IntStream.range(0, run.result().counts().size())
                .mapToObj(i -> SampleRow.of(run, minK + i, run.result().counts().get(i))));
    }

    @Procedure(name = SAMPLE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> sampleEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = CONFIGURATION) Map<String, Object> configuration) {
        return sampleCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description(
            "Estimates the k-cliques that each node is in from samples, of one size, with a confidence interval for each node.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(run -> {
            NodeIds nodes = run.projected().left();
            return IntStream.range(0, nodes.count())
                    .mapToObj(v -> StreamRow.of(
                            nodes.nodeId(v),
                            run.result().count(v),
                            run.entities().node(nodes.nodeId(v))));
        });
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    private AlgorithmCall<UnipartiteGraph, KCliqueSampleConfig, KCliqueNodeSampleAlgorithm.Result> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        KCliqueSampleConfig what = KCliqueSampleParameters.oneSize(given);
        given.flag("nodes", false);
        return new AlgorithmCall<>(call(STREAM), OF_NODES, graph, RelationshipIdUse.NONE, what, given);
    }

    private AlgorithmCall<UnipartiteGraph, KCliqueSampleConfig, SampleResult> sampleCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        KCliqueSampleConfig what = KCliqueSampleParameters.config(given);
        return new AlgorithmCall<>(call(SAMPLE), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }
}
