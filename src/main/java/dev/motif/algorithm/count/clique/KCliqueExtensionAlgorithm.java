package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.Counts;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import java.math.BigInteger;
import java.util.List;

/**
 * Counts the k-cliques that contain a given clique of s vertices, on the graph that the common neighbors of these
 * induce: they are the unions of the given clique with the (k-s)-cliques of that graph. Cliques of three vertices and
 * more are counted by {@link KCliqueAlgorithm}; cliques of two are the edges.
 *
 * @param given the number of given vertices, 1 or more
 */
record KCliqueExtensionAlgorithm(int given) implements Algorithm.OfUnipartite<KCliqueConfig, KCliqueResult> {
    private static final KCliqueAlgorithm COUNT = new KCliqueAlgorithm();

    @Override
    public String name() {
        return COUNT.name();
    }

    @Override
    public List<String> stages(GraphSize size, KCliqueConfig config) {
        return COUNT.stages(size, smaller(config));
    }

    @Override
    public KCliqueResult cpu(UnipartiteGraph graph, KCliqueConfig config, Execution execution) {
        return extended(graph, config, COUNT.cpu(graph, smaller(config), execution));
    }

    @Override
    public GpuVersion<UnipartiteGraph, KCliqueResult> gpu(KCliqueConfig config) {
        return COUNT.gpu(smaller(config));
    }

    @Override
    public RunCost cost(KCliqueConfig config) {
        return COUNT.cost(smaller(config));
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCliqueConfig config, int concurrency) {
        return COUNT.cpuEstimate(size, smaller(config), concurrency);
    }

    /** On a GPU, or in another process, only the smaller cliques are counted. */
    @Override
    public KCliqueResult run(Backend.Choice choice, UnipartiteGraph graph, KCliqueConfig config, Execution execution) {
        if (searches(config)) {
            return extended(graph, config, COUNT.run(choice, graph, smaller(config), execution));
        }
        return extended(graph, config, null);
    }

    /** Whether cliques of three vertices or more must be counted. */
    private boolean searches(KCliqueConfig config) {
        return config.maxK() == KCliqueConfig.ALL || config.maxK() - given >= KCliqueConfig.MIN_SIZE;
    }

    /** The sizes to count among the common neighbors. */
    private KCliqueConfig smaller(KCliqueConfig config) {
        int minK = Math.max(KCliqueConfig.MIN_SIZE, config.minK() - given);
        return config.withSizes(
                minK, config.maxK() == KCliqueConfig.ALL ? KCliqueConfig.ALL : Math.max(minK, config.maxK() - given));
    }

    private KCliqueResult extended(UnipartiteGraph graph, KCliqueConfig config, KCliqueResult found) {
        int largest = found == null ? 2 : Math.max(2, found.last());
        BigInteger[] bySize = Counts.zeros(given + largest + 1);
        bySize[given] = BigInteger.ONE;
        bySize[given + 1] = BigInteger.valueOf(graph.vertexCount());
        bySize[given + 2] = BigInteger.valueOf(graph.edgeCount());
        for (int k = found == null ? largest + 1 : found.config().minK(); k <= largest; k++) {
            bySize[given + k] = found.count(k);
        }
        return new KCliqueResult(
                config,
                found == null ? Technique.ORIENTATION : found.technique(),
                found == null ? Orientation.DEGREE : found.orientation(),
                null,
                bySize,
                null,
                null);
    }
}
