package dev.motif.bench;

import dev.motif.algorithm.maximal.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.maximal.MaximalBicliqueParameters;
import dev.motif.algorithm.maximal.MaximalBicliqueSummary;
import dev.motif.algorithm.maximal.model.CumbeTechnique;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.maximal.model.MaximalBicliqueResult;
import dev.motif.algorithm.maximal.model.SearchReport;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Maximal bicliques: their number and the largest sizes, with those of each vertex on request. */
final class MaximalBench implements BenchAlgorithm {
    private static final MaximalBicliqueAlgorithm ALGORITHM = new MaximalBicliqueAlgorithm();

    @Override
    public MaximalBicliqueAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.BIPARTITE;
    }

    @Override
    public String configHelp() {
        return "algorithm: \"bitmap\" or \"cumbe\"; side: \"left\" or \"right\"; techniques: \"all\", \"none\" or some of"
                + " cuMBE's; perVertex: \"count\" or \"largest\"; minLeft, maxLeft, minRight, maxRight; concurrency";
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Configuration parameters = new Configuration(config);
        MaximalBicliqueConfig what = MaximalBicliqueParameters.search(
                parameters, techniques(parameters), parameters.oneOf("perVertex", PerVertex.class, PerVertex.NOTHING));
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new Job(what, concurrency);
    }

    private static Set<CumbeTechnique> techniques(Configuration parameters) {
        if (parameters.has("techniques")) {
            Object value = parameters.value("techniques");
            if ("all".equals(value)) {
                return CumbeTechnique.ALL;
            }
            if ("none".equals(value)) {
                return Set.of();
            }
        }
        return MaximalBicliqueParameters.techniques(parameters);
    }

    private record Row(
            String countText, long maxEdges, long maxLeft, long maxRight, long maxBalanced, SearchReport search) {
        static Row of(MaximalBicliqueResult counts) {
            MaximalBicliqueSummary summary = MaximalBicliqueSummary.of(counts);
            return new Row(
                    summary.countText(),
                    summary.maxEdges(),
                    summary.maxLeft(),
                    summary.maxRight(),
                    summary.maxBalanced(),
                    counts.search());
        }
    }

    private record Job(MaximalBicliqueConfig config, int concurrency) implements BenchJob {
        @Override
        public Set<String> mayDiffer() {
            return Set.of("search");
        }

        @Override
        public Backend.Choice choose(Backend backend, GraphSize size) {
            return backend.choose(ALGORITHM, size, config);
        }

        @Override
        public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
            MaximalBicliqueResult counts = ALGORITHM.run(choice, (BipartiteGraph) graph, config, execution);
            return new BenchResult(Row.of(counts), values(counts), counts);
        }

        private static BenchResult.Per values(MaximalBicliqueResult counts) {
            if (counts.left() == null) {
                return null;
            }
            Map<String, ValueChecksum> parts = new LinkedHashMap<>();
            parts.put("left", ValueChecksum.of(counts.left()));
            parts.put("right", ValueChecksum.of(counts.right()));
            return new BenchResult.Per("node", parts);
        }
    }
}
