package dev.motif.bench;

import dev.motif.algorithm.kclique.KCoreConfig;
import dev.motif.algorithm.kclique.KCoreCount;
import dev.motif.algorithm.kclique.KCoreCounts;
import dev.motif.algorithm.kclique.KCoreSummary;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.Configuration;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import java.util.Map;

/** Core numbers. */
final class KCoreBench implements BenchAlgorithm {
    private static final KCoreCount ALGORITHM = new KCoreCount();

    @Override
    public KCoreCount algorithm() {
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
        return new Job(concurrency);
    }

    private record Job(int concurrency) implements BenchJob {
        @Override
        public Backend.Choice choose(Backend backend, GraphSize size) {
            return backend.choose(ALGORITHM, size, new KCoreConfig());
        }

        @Override
        public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
            KCoreCounts counts = ALGORITHM.run(choice, (UnipartiteGraph) graph, new KCoreConfig(), execution);
            return new BenchResult(KCoreSummary.of(counts), null, counts);
        }
    }
}
