package dev.motif.bench;

import dev.motif.algorithm.butterfly.TipConfig;
import dev.motif.algorithm.butterfly.TipCount;
import dev.motif.algorithm.butterfly.TipCounts;
import dev.motif.algorithm.butterfly.TipSummary;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import java.util.Map;

/** Tip numbers of one side: the largest, with the numbers of all vertices. */
final class TipBench implements BenchAlgorithm {
    private static final TipCount ALGORITHM = new TipCount();

    @Override
    public TipCount algorithm() {
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
        TipConfig.Side side = parameters.oneOf("side", TipConfig.Side.class, TipConfig.Side.LEFT);
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new Job(new TipConfig(side), concurrency);
    }

    private record Job(TipConfig config, int concurrency) implements BenchJob {
        @Override
        public Backend.Choice choose(Backend backend, GraphSize size) {
            return backend.choose(ALGORITHM, size, config);
        }

        @Override
        public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
            TipCounts counts = ALGORITHM.run(choice, (BipartiteGraph) graph, config, execution);
            BenchResult.Per per = new BenchResult.Per("node", Map.of("nodes", ValueChecksum.of(counts.vertices())));
            return new BenchResult(TipSummary.of(counts), per, counts);
        }
    }
}
