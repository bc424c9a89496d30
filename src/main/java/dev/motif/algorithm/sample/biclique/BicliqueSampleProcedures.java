package dev.motif.algorithm.sample.biclique;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.sample.biclique.BicliqueSampleConfig.Size;
import dev.motif.algorithm.sample.estimate.SampleParameters;
import dev.motif.algorithm.sample.estimate.SampleProcedures;
import dev.motif.algorithm.sample.estimate.SampleResult;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SampledSides;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.count.sample}: see {@link BicliqueSampleAlgorithm} for how. */
public final class BicliqueSampleProcedures extends SampleProcedures {
    private static final String NAME = "motif.biclique.count.sample";
    private static final String KEYS = "p, q, maxP, maxQ, side, " + SampleParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "p, q, nodes, side, " + SampleParameters.KEYS + ", " + RUN_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, BicliqueSampleConfig, SampleResult> TOTAL =
            AlgorithmSpec.of("motif.biclique.count", new BicliqueSampleAlgorithm(), BicliqueSampleParameters::config);

    private static final AlgorithmSpec<BipartiteGraph, BicliqueSampleConfig, SampledSides> NODES =
            AlgorithmSpec.of(NAME, new BicliqueNodeSampleAlgorithm(), BicliqueSampleParameters::oneSize);

    public static final class SampleRow extends RunRow.OfBipartite {
        @Description("Left nodes of a biclique")
        public final long p;

        @Description("Right nodes of a biclique")
        public final long q;

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

        private SampleRow(AlgorithmRun<SampleResult> run, Size size, SampledCount count) {
            super(run);
            p = size.p();
            q = size.q();
            estimate = count.estimate();
            lower = count.lower();
            upper = count.upper();
            samples = count.samples();
            reliable = count.reliable();
        }
    }

    @Procedure(name = NAME, mode = READ)
    @Description(
            "Estimates the (p,q)-bicliques of a bipartite graph from samples, of one size or of all sizes up to one,"
                    + " with a confidence interval for each.")
    public Stream<SampleRow> sample(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        AlgorithmCall<BipartiteGraph, BicliqueSampleConfig, SampleResult> call = sample(TOTAL, graph, keys);
        List<Size> sizes = call.algorithmConfig().sizes();
        return call.rows(run -> IntStream.range(0, sizes.size())
                .mapToObj(i ->
                        new SampleRow(run, sizes.get(i), run.result().counts().get(i))));
    }

    @Procedure(name = NAME + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> sampleEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return sample(TOTAL, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(
            "Estimates the (p,q)-bicliques that each node is in from samples, of one size, with a confidence interval"
                    + " for each node.")
    public Stream<SampledNodeRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(NODES, graph, keys).rows(SampledNodeRow::of);
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(NODES, graph, keys).estimate();
    }
}
