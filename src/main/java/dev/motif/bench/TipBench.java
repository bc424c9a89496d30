package dev.motif.bench;

import dev.motif.algorithm.butterfly.TipConfig;
import dev.motif.algorithm.butterfly.TipCount;
import dev.motif.algorithm.butterfly.TipCounts;
import dev.motif.algorithm.butterfly.TipSummary;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.bench.args.Arguments;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import java.util.List;
import java.util.Map;

/** Tip numbers of one side: the largest, with the numbers of all vertices. */
final class TipBench implements BenchAlgorithm {
    private static final TipCount ALGORITHM = new TipCount();

    @Override
    public String name() {
        return ALGORITHM.name();
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
        Arguments arguments = new Arguments(name(), config, List.of("side", "concurrency"));
        TipConfig.Side side = arguments.oneOf("side", TipConfig.Side.class);
        return new Job(
                new TipConfig(side == null ? TipConfig.Side.LEFT : side),
                arguments.intIn("concurrency", 1, BenchJob.MAX_CONCURRENCY, BenchJob.defaultConcurrency()));
    }

    private record Job(TipConfig config, int concurrency) implements BenchJob {
        @Override
        public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
            TipCounts counts = ALGORITHM.run(choice, (BipartiteGraph) graph, config, execution);
            BenchResult.Per per = new BenchResult.Per("node", Map.of("nodes", counts.vertices()));
            return new BenchResult(TipSummary.of(counts), per, counts);
        }
    }
}
