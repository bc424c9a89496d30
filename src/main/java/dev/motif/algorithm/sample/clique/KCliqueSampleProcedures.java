package dev.motif.algorithm.sample.clique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.sample.estimate.SampleParameters;
import dev.motif.algorithm.sample.estimate.SampleProcedures;
import dev.motif.algorithm.sample.estimate.SampleResult;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kclique.sample}: see {@link KCliqueSampleAlgorithm} for how. */
public final class KCliqueSampleProcedures extends SampleProcedures {
    private static final String NAME = "motif.kclique.sample";
    private static final String SAMPLE_KEYS = "k, minK, maxK, " + SampleParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "k, nodes, " + SampleParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, KCliqueSampleConfig, SampleResult> SPEC =
            AlgorithmSpec.of("motif.kclique", new KCliqueSampleAlgorithm(), KCliqueSampleParameters::config);
    private static final AlgorithmSpec<UnipartiteGraph, KCliqueSampleConfig, KCliqueNodeSampleAlgorithm.Result>
            OF_NODES = AlgorithmSpec.of(NAME, new KCliqueNodeSampleAlgorithm(), KCliqueSampleParameters::oneSize);

    public record StreamRow(
            @Description("The node") long nodeId,
            @Description(ESTIMATE) double estimate,
            @Description(LOWER) double lower,
            @Description(UPPER) Double upper,
            @Description(SAMPLES) long samples,
            @Description(RELIABLE) boolean reliable,
            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<KCliqueNodeSampleAlgorithm.Result> run, GraphEntity each) {
            SampledCount count = run.result().count(each.vertex());
            Node node = run.entities().node(each.nodeId());
            return new StreamRow(
                    each.nodeId(),
                    count.estimate(),
                    count.lower(),
                    count.upper(),
                    count.samples(),
                    count.reliable(),
                    node);
        }
    }

    public static final class SampleRow extends RunRow.OfUnipartite {
        @Description("Nodes of a clique")
        public final long k;

        @Description(ESTIMATE_OF_SIZE)
        public final Double estimate;

        @Description(LOWER)
        public final double lower;

        @Description(UPPER)
        public final Double upper;

        @Description(SAMPLES)
        public final long samples;

        @Description(RELIABLE)
        public final boolean reliable;

        private SampleRow(AlgorithmRun<SampleResult> run, int k, SampledCount count) {
            super(run);
            this.k = k;
            estimate = count.estimate();
            lower = count.lower();
            upper = count.upper();
            samples = count.samples();
            reliable = count.reliable();
        }
    }

    @Procedure(name = NAME, mode = READ)
    @Description(
            "Estimates the k-cliques of a unipartite graph from samples, of one size or of several, with a confidence interval for each.")
    public Stream<SampleRow> sample(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SAMPLE_KEYS) Map<String, Object> keys) {
        AlgorithmCall<UnipartiteGraph, KCliqueSampleConfig, SampleResult> call = sample(SPEC, graph, keys);
        int minK = call.algorithmConfig().minK();
        return call.rows(run -> IntStream.range(0, run.result().counts().size())
                .mapToObj(
                        i -> new SampleRow(run, minK + i, run.result().counts().get(i))));
    }

    @Procedure(name = NAME + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> sampleEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SAMPLE_KEYS) Map<String, Object> keys) {
        return sample(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Estimates the k-cliques that each node is in from samples, of one size, with a confidence interval for each node.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(OF_NODES, graph, keys).rows(run -> run.nodes().map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(OF_NODES, graph, keys).estimate();
    }
}
