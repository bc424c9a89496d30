package dev.motif.bench;

import dev.motif.algorithm.butterfly.wing.WingAlgorithm;
import dev.motif.algorithm.butterfly.wing.WingConfig;
import dev.motif.algorithm.butterfly.wing.WingResult;
import dev.motif.algorithm.butterfly.wing.WingSummary;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import java.util.Map;

/** Wing numbers: the largest, with the numbers of all edges. */
final class WingBench implements BenchAlgorithm {
    private static final WingAlgorithm ALGORITHM = new WingAlgorithm();

    @Override
    public WingAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.BIPARTITE;
    }

    @Override
    public String configHelp() {
        return "concurrency";
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Configuration parameters = new Configuration(config);
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new AlgorithmJob<>(
                ALGORITHM, BipartiteGraph.class, new WingConfig(), concurrency, (graph, counts) -> answer(counts));
    }

    private static BenchResult answer(WingResult counts) {
        BenchResult.Per per = new BenchResult.Per("relationship", Map.of("edges", ValueChecksum.of(counts.edges())));
        return new BenchResult(WingSummary.of(counts), per, counts);
    }
}
