package dev.motif.algorithm;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.densest.DensestAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.algorithm.butterfly.tip.TipAlgorithm;
import dev.motif.algorithm.butterfly.tip.TipConfig;
import dev.motif.algorithm.butterfly.wing.WingAlgorithm;
import dev.motif.algorithm.butterfly.wing.WingConfig;
import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.commonneighbors.model.BmpConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreAlgorithm;
import dev.motif.algorithm.kclique.kcore.KCoreConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.maximal.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.backend.Algorithm;
import dev.motif.backend.CpuEstimate;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.stream.Stream;

/** An algorithm on the CPU with one of its configurations. */
record AlgorithmCase<G extends Graph, C, R extends AutoCloseable>(
        Class<G> graphType, Algorithm<G, C, R> algorithm, C config) {
    static <C, R extends AutoCloseable> AlgorithmCase<BipartiteGraph, C, R> bipartite(
            Algorithm<BipartiteGraph, C, R> algorithm, C config) {
        return new AlgorithmCase<>(BipartiteGraph.class, algorithm, config);
    }

    static <C, R extends AutoCloseable> AlgorithmCase<UnipartiteGraph, C, R> unipartite(
            Algorithm<UnipartiteGraph, C, R> algorithm, C config) {
        return new AlgorithmCase<>(UnipartiteGraph.class, algorithm, config);
    }

    /**
     * The algorithms that hold little on the heap and finish before they return, with a configuration for each thing
     * they count.
     */
    static Stream<AlgorithmCase<?, ?, ?>> all() {
        MaximalBicliqueConfig maximal = MaximalBicliqueConfig.TOTALS;
        return Stream.of(
                bipartite(new ButterflyAlgorithm(), ButterflyConfig.TOTAL),
                bipartite(new ButterflyAlgorithm(), new ButterflyConfig(true, false)),
                bipartite(new ButterflyAlgorithm(), new ButterflyConfig(false, true)),
                bipartite(new ButterflyAlgorithm(), ButterflyConfig.of(GbfcConfig.ALL)),
                bipartite(new WingAlgorithm(), new WingConfig()),
                bipartite(new TipAlgorithm(), new TipConfig(Side.LEFT)),
                bipartite(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TOTAL)),
                bipartite(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TABLE)),
                bipartite(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.VERTEX)),
                bipartite(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.EDGE)),
                bipartite(new BicliqueAlgorithm(), BicliqueConfig.total(3, 3).with(Technique.GBC)),
                bipartite(new DensestAlgorithm(), BicliqueConfig.of(2, 2, Result.VERTEX)),
                bipartite(new MaximalBicliqueAlgorithm(), maximal.with(MaximalBicliqueConfig.Technique.BITMAP)),
                bipartite(new MaximalBicliqueAlgorithm(), maximal.with(MaximalBicliqueConfig.Technique.CUMBE)),
                bipartite(new MaximalBicliqueAlgorithm(), maximal.with(PerVertex.COUNT)),
                unipartite(new KCoreAlgorithm(), new KCoreConfig()),
                unipartite(new KCliqueAlgorithm(), KCliqueConfig.all()),
                unipartite(new KCliqueAlgorithm(), KCliqueConfig.of(4, KCliqueConfig.Result.VERTEX)),
                unipartite(new KCliqueAlgorithm(), KCliqueConfig.of(4, KCliqueConfig.Result.EDGE)),
                unipartite(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(true)),
                unipartite(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.of(MpsConfig.ALL)),
                unipartite(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.of(BmpConfig.ALL)));
    }

    void run(Graph graph, Execution execution) throws Exception {
        algorithm.cpu(graphType.cast(graph), config, execution).close();
    }

    CpuEstimate estimate(Graph graph, Execution execution) {
        return algorithm.cpuEstimate(graphType.cast(graph), config, execution);
    }

    List<String> stages(Graph graph) {
        return algorithm.stages(GraphSize.of(graph), config);
    }

    @Override
    public String toString() {
        return algorithm.name() + " " + config;
    }
}
