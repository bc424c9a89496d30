package dev.motif.bench;

import dev.motif.algorithm.butterfly.tip.TipAlgorithm;
import dev.motif.algorithm.butterfly.tip.TipConfig;
import dev.motif.algorithm.butterfly.tip.TipResult;
import dev.motif.algorithm.butterfly.tip.TipSummary;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import java.util.Map;

/** Tip numbers of one side: the largest, with the numbers of all vertices. */
final class TipBench implements BenchAlgorithm {
    private static final TipAlgorithm ALGORITHM = new TipAlgorithm();

    @Override
    public TipAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.BIPARTITE;
    }

    @Override
    public String configHelp() {
        return "side: \"left\" (the default) or \"right\"; concurrency";
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Configuration parameters = new Configuration(config);
        Side side = parameters.oneOf("side", Side.class, Side.LEFT);
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new AlgorithmJob<>(
                ALGORITHM, BipartiteGraph.class, new TipConfig(side), concurrency, (graph, counts) -> answer(counts));
    }

    private static BenchResult answer(TipResult counts) {
        BenchResult.Per per = new BenchResult.Per("node", Map.of("nodes", ValueChecksum.of(counts.vertices())));
        return new BenchResult(TipSummary.of(counts), per, counts);
    }
}
