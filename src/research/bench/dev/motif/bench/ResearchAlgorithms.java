package dev.motif.bench;

import dev.motif.algorithm.count.butterfly.ButterflySummary;
import dev.motif.graph.Side;
import dev.motif.research.cumbe.CumbeAlgorithm;
import dev.motif.research.cumbe.CumbeParameters;
import dev.motif.research.gbc.GbcAlgorithm;
import dev.motif.research.gbc.GbcParameters;
import dev.motif.research.gbfc.GbfcAlgorithm;
import dev.motif.research.gbfc.GbfcParameters;
import dev.motif.research.intersection.IntersectionAlgorithm;
import dev.motif.research.intersection.IntersectionParameters;
import dev.motif.research.pivoting.PivotingAlgorithm;
import dev.motif.research.pivoting.PivotingParameters;
import java.util.List;
import java.util.Set;

/** The algorithms of the papers, for the command line. */
public final class ResearchAlgorithms implements BenchAlgorithms.More {
    @Override
    public List<BenchAlgorithm<?, ?, ?>> algorithms() {
        return List.of(
                new BenchAlgorithm<>(
                        new GbfcAlgorithm(),
                        GbfcParameters.KEYS + "; concurrency",
                        GbfcParameters::config,
                        (given, graph, counts) -> new BenchResult(ButterflySummary.of(counts), null, counts)),
                new BenchAlgorithm<>(
                        new GbcAlgorithm(),
                        "concurrency; " + GbcParameters.KEYS,
                        GbcParameters::config,
                        (given, graph, counts) -> new BenchResult(
                                new Gbc(counts.side(), counts.total().toString()), null, counts)),
                new BenchAlgorithm<>(
                        new CumbeAlgorithm(),
                        "concurrency; " + CumbeParameters.KEYS,
                        CumbeParameters::config,
                        (given, graph, counts) ->
                                new BenchResult(BenchAlgorithms.MaximalBicliques.of(counts), null, counts),
                        Set.of("search")),
                new BenchAlgorithm<>(
                        new PivotingAlgorithm(),
                        "k, minK, maxK and per as for kclique; algorithm: \"orientation\", \"pivot\", \"complement\" or"
                                + " \"auto\"; orientation: \"auto\", \"degree\" or \"degeneracy\"; parallelization:"
                                + " \"auto\", \"vertex\" or \"edge\"; encoding: \"binary\" or \"csr\"; groupSize;"
                                + " timeoutMillis; concurrency",
                        given -> PivotingParameters.form(BenchAlgorithms.cliques(given), given),
                        (given, graph, counts) ->
                                new BenchResult(BenchAlgorithms.Cliques.of(graph, counts), null, counts)),
                new BenchAlgorithm<>(
                        new IntersectionAlgorithm(),
                        "concurrency; " + IntersectionParameters.KEYS,
                        IntersectionParameters::config,
                        (given, graph, counts) -> new BenchResult(
                                new BenchAlgorithms.Triangles(counts.triangles().toString()),
                                BenchResult.Per.edges(ValueChecksum.of(counts.edges())),
                                counts)));
    }

    private record Gbc(Side side, String countText) {}
}
