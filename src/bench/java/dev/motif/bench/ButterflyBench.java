package dev.motif.bench;

import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.ButterflyParameters;
import dev.motif.algorithm.butterfly.ButterflySummary;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Per;
import dev.motif.graph.BipartiteGraph;
import java.util.LinkedHashMap;
import java.util.Map;

/** Butterflies: the total with the largest count of a vertex of each side, by vertex, or by edge. */
final class ButterflyBench implements BenchAlgorithm {
    private static final ButterflyAlgorithm ALGORITHM = new ButterflyAlgorithm();

    @Override
    public ButterflyAlgorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GraphKind graphKind() {
        return GraphKind.BIPARTITE;
    }

    @Override
    public String configHelp() {
        return "per: \"node\" or \"relationship\"; maxima: false for the total alone; concurrency; "
                + ButterflyParameters.KEYS;
    }

    @Override
    public BenchJob configure(Map<String, Object> config) {
        Configuration parameters = new Configuration(config);
        Per per = parameters.oneOf("per", Per.class, null);
        GbfcConfig gbfc = ButterflyParameters.gbfc(parameters);
        boolean perVertex = parameters.flag("maxima", per == null && gbfc == null) || per == Per.NODE;
        int concurrency = BenchJob.concurrency(parameters);
        parameters.rejectUnknown();
        return new AlgorithmJob<>(
                ALGORITHM,
                BipartiteGraph.class,
                new ButterflyConfig(perVertex, per == Per.RELATIONSHIP, gbfc),
                concurrency,
                (graph, counts) -> new BenchResult(ButterflySummary.of(counts), values(per, counts), counts));
    }

    private static BenchResult.Per values(Per per, ButterflyResult counts) {
        if (per == null) {
            return null;
        }
        Map<String, ValueChecksum> parts = new LinkedHashMap<>();
        if (per == Per.NODE) {
            parts.put("left", ValueChecksum.of(counts.left()));
            parts.put("right", ValueChecksum.of(counts.right()));
            return new BenchResult.Per("node", parts);
        }
        parts.put("edges", ValueChecksum.of(counts.edges()));
        return new BenchResult.Per("relationship", parts);
    }
}
