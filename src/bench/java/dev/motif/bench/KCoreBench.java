package dev.motif.bench;

import dev.motif.algorithm.kclique.kcore.KCoreAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreConfig;
import dev.motif.algorithm.kclique.kcore.KCoreSummary;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;

/** Core numbers. */
final class KCoreBench implements BenchAlgorithm {
    private static final KCoreAlgorithm ALGORITHM = new KCoreAlgorithm();

    @Override
    public KCoreAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.UNIPARTITE;
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
                ALGORITHM,
                UnipartiteGraph.class,
                new KCoreConfig(),
                concurrency,
                (graph, counts) -> new BenchResult(KCoreSummary.of(counts), null, counts));
    }
}
