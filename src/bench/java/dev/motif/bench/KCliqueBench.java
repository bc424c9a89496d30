package dev.motif.bench;

import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.KCliqueParameters;
import dev.motif.algorithm.kclique.KCliqueSummary;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Result;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Per;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.Map;

/** k-cliques: those of one size, of several, or of every size. */
final class KCliqueBench implements BenchAlgorithm {
    private static final KCliqueAlgorithm ALGORITHM = new KCliqueAlgorithm();

    @Override
    public KCliqueAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.UNIPARTITE;
    }

    @Override
    public String configHelp() {
        return "k, or minK and maxK, or none of them for every size; per: \"node\" or \"relationship\", with k;"
                + " algorithm: \"auto\", \"orientation\", \"pivot\" or \"complement\"; orientation: \"auto\", \"degree\""
                + " or \"degeneracy\"; parallelization: \"auto\", \"vertex\" or \"edge\"; encoding: \"binary\" or"
                + " \"csr\"; groupSize; timeoutMillis; concurrency";
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Configuration parameters = new Configuration(config);
        Per per = parameters.oneOf("per", Per.class, null);
        KCliqueConfig what = per == null
                ? KCliqueParameters.sizes(parameters)
                : KCliqueParameters.oneSize(parameters, per == Per.NODE ? Result.VERTEX : Result.EDGE);
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new AlgorithmJob<>(
                ALGORITHM,
                UnipartiteGraph.class,
                what,
                concurrency,
                (graph, counts) -> new BenchResult(Row.of(graph, counts), null, counts));
    }

    /** What the last line of a run says. */
    private record Row(
            Technique technique,
            Orientation orientation,
            Integer degeneracy,
            Integer cliqueNumber,
            List<KCliqueSummary> cliques) {
        static Row of(UnipartiteGraph graph, KCliqueResult counts) {
            return new Row(
                    counts.technique(),
                    counts.orientation(),
                    counts.degeneracy(),
                    counts.cliqueNumber(graph),
                    KCliqueSummary.of(counts));
        }
    }
}
