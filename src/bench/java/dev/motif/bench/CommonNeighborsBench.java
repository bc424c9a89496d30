package dev.motif.bench;

import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.commonneighbors.CommonNeighborsParameters;
import dev.motif.algorithm.commonneighbors.CommonNeighborsSummary;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;

/** Common neighbors of every edge, with the triangles and clustering coefficients that follow from them. */
final class CommonNeighborsBench implements BenchAlgorithm {
    private static final CommonNeighborsAlgorithm ALGORITHM = new CommonNeighborsAlgorithm();

    @Override
    public CommonNeighborsAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.UNIPARTITE;
    }

    @Override
    public String configHelp() {
        return "coefficients: false for the counts by relationship alone; concurrency; "
                + CommonNeighborsParameters.KEYS;
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Configuration parameters = new Configuration(config);
        boolean perVertex = parameters.flag("coefficients", true);
        CommonNeighborsConfig what = CommonNeighborsParameters.config(parameters, perVertex);
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new AlgorithmJob<>(
                ALGORITHM,
                UnipartiteGraph.class,
                what,
                concurrency,
                (graph, counts) -> answer(graph, counts, perVertex));
    }

    /** What is known without counts by vertex. */
    private record Triangles(String trianglesText) {}

    private static BenchResult answer(UnipartiteGraph graph, CommonNeighborsResult counts, boolean perVertex) {
        BenchResult.Per per = new BenchResult.Per("relationship", Map.of("edges", ValueChecksum.of(counts.edges())));
        Record row = perVertex
                ? CommonNeighborsSummary.of(graph, counts)
                : new Triangles(counts.triangles().toString());
        return new BenchResult(row, per, counts);
    }
}
