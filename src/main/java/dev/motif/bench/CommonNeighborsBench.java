package dev.motif.bench;

import dev.motif.algorithm.neighbors.CommonNeighborsConfig;
import dev.motif.algorithm.neighbors.CommonNeighborsCount;
import dev.motif.algorithm.neighbors.CommonNeighborsCounts;
import dev.motif.algorithm.neighbors.CommonNeighborsParameters;
import dev.motif.algorithm.neighbors.CommonNeighborsSummary;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.Configuration;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;

/** Common neighbors of every edge, with the triangles and clustering coefficients that follow from them. */
final class CommonNeighborsBench implements BenchAlgorithm {
    private static final CommonNeighborsCount ALGORITHM = new CommonNeighborsCount();

    @Override
    public CommonNeighborsCount algorithm() {
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
        return new Job(what, concurrency);
    }

    /** What is known without counts by vertex. */
    private record Triangles(String trianglesText) {}

    private record Job(CommonNeighborsConfig config, int concurrency) implements BenchJob {
        @Override
        public Backend.Choice choose(Backend backend, GraphSize size) {
            return backend.choose(ALGORITHM, size, config);
        }

        @Override
        public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
            UnipartiteGraph unipartite = (UnipartiteGraph) graph;
            CommonNeighborsCounts counts = ALGORITHM.run(choice, unipartite, config, execution);
            BenchResult.Per per =
                    new BenchResult.Per("relationship", Map.of("edges", ValueChecksum.of(counts.edges())));
            Record row = config.perVertex()
                    ? CommonNeighborsSummary.of(unipartite, counts)
                    : new Triangles(counts.triangles().toString());
            return new BenchResult(row, per, counts);
        }
    }
}
