package dev.motif.bench;

import dev.motif.algorithm.butterfly.WingConfig;
import dev.motif.algorithm.butterfly.WingCount;
import dev.motif.algorithm.butterfly.WingCounts;
import dev.motif.algorithm.butterfly.WingSummary;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.bench.args.Arguments;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import java.util.List;
import java.util.Map;

/** Wing numbers: the largest, with the numbers of all edges. */
final class WingBench implements BenchAlgorithm {
    private static final WingCount ALGORITHM = new WingCount();

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
        return "concurrency";
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Arguments arguments = new Arguments(name(), config, List.of("concurrency"));
        return new Job(arguments.intIn("concurrency", 1, BenchJob.MAX_CONCURRENCY, BenchJob.defaultConcurrency()));
    }

    private record Job(int concurrency) implements BenchJob {
        @Override
        public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
            WingCounts counts = ALGORITHM.run(choice, (BipartiteGraph) graph, new WingConfig(), execution);
            BenchResult.Per per = new BenchResult.Per("relationship", Map.of("edges", counts.edges()));
            return new BenchResult(WingSummary.of(counts), per, counts);
        }
    }
}
