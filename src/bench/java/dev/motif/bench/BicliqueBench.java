package dev.motif.bench;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.BicliqueParameters;
import dev.motif.algorithm.biclique.BicliqueSummary;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Per;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Bicliques: those of one size, or of all sizes up to one. */
final class BicliqueBench implements BenchAlgorithm {
    private static final BicliqueAlgorithm ALGORITHM = new BicliqueAlgorithm();

    /** The estimate that chooses these is from a sample, on a GPU never twice the same one. */
    private static final Set<String> ESTIMATED = Set.of("technique", "side");

    @Override
    public BicliqueAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.BIPARTITE;
    }

    @Override
    public String configHelp() {
        return "p and q, or maxP and maxQ for all sizes; per: \"node\" or \"relationship\"; algorithm: \"auto\","
                + " \"pivot\" or \"gbc\"; side: \"auto\", \"left\" or \"right\"; timeoutMillis; concurrency; for"
                + " GBC: priority, twoHopFilter, sets, reorder, reorderIterations, exploration, balance, partitioning,"
                + " partitionBytes";
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Configuration parameters = new Configuration(config);
        Per per = parameters.oneOf("per", Per.class, null);
        boolean table = parameters.has("maxP") || parameters.has("maxQ");
        Result result =
                table ? Result.TABLE : per == null ? Result.TOTAL : per == Per.NODE ? Result.VERTEX : Result.EDGE;
        BicliqueConfig what = new BicliqueConfig(
                parameters.requiredInteger(table ? "maxP" : "p", 1, BicliqueConfig.MAX_SIZE),
                parameters.requiredInteger(table ? "maxQ" : "q", 1, BicliqueConfig.MAX_SIZE),
                result,
                parameters.oneOf("algorithm", Technique.class, Technique.AUTO),
                parameters.oneOfOrAuto("side", Side.class),
                BicliqueParameters.timeoutMillis(parameters),
                BicliqueParameters.gbc(parameters));
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new AlgorithmJob<>(
                ALGORITHM,
                BipartiteGraph.class,
                what,
                concurrency,
                (graph, counts) -> new BenchResult(Row.of(counts), null, counts),
                ESTIMATED);
    }

    /** What the last line of a run says. */
    private record Row(Technique technique, Side side, List<BicliqueSummary> bicliques) {
        static Row of(BicliqueResult counts) {
            return new Row(counts.technique(), counts.side(), BicliqueSummary.of(counts));
        }
    }
}
