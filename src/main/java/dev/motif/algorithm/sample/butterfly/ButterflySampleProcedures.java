package dev.motif.algorithm.sample.butterfly;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampleParameters;
import dev.motif.algorithm.sample.estimate.SampleProcedures;
import dev.motif.algorithm.sample.estimate.SampleResult;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SampledSides;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.butterfly.sample}: see {@link ButterflySampleAlgorithm} for how. */
public final class ButterflySampleProcedures extends SampleProcedures {
    private static final String NAME = "motif.butterfly.sample";
    private static final String SAMPLE_KEYS = SampleParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + SAMPLE_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, SampleConfig, SampleResult> SPEC =
            AlgorithmSpec.of("motif.butterfly", new ButterflySampleAlgorithm(), SampleParameters::read);
    private static final AlgorithmSpec<BipartiteGraph, SampleConfig, SampledSides> OF_NODES =
            AlgorithmSpec.of(NAME, new ButterflyNodeSampleAlgorithm(), SampleParameters::read);

    public static final class SampleRow extends RunRow.OfBipartite {
        @Description(ESTIMATE)
        public final double estimate;

        @Description(LOWER)
        public final double lower;

        @Description("The upper end of the confidence interval, also when samples found nothing")
        public final Double upper;

        @Description(SAMPLES)
        public final long samples;

        @Description(RELIABLE)
        public final boolean reliable;

        private SampleRow(AlgorithmRun<SampleResult> run) {
            super(run);
            SampledCount count = run.result().counts().get(0);
            estimate = count.estimate();
            lower = count.lower();
            upper = count.upper();
            samples = count.samples();
            reliable = count.reliable();
        }
    }

    @Procedure(name = NAME, mode = READ)
    @Description("Estimates the butterflies of a bipartite graph from samples, with a confidence interval.")
    public Stream<SampleRow> sample(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SAMPLE_KEYS) Map<String, Object> keys) {
        return sample(SPEC, graph, keys).row(SampleRow::new);
    }

    @Procedure(name = NAME + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> sampleEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = SAMPLE_KEYS) Map<String, Object> keys) {
        return sample(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Estimates the butterflies that each node is in from samples, with a confidence interval for each node.")
    public Stream<SampledNodeRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(OF_NODES, graph, keys).rows(SampledNodeRow::of);
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(OF_NODES, graph, keys).estimate();
    }
}
