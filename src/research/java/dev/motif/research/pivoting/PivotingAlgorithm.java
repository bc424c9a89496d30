package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;

/**
 * Counting k-cliques by the technique, the order, the start and the form of neighborhoods that are asked for. {@link
 * KCliqueAlgorithm} has them all, since it chooses among the techniques itself, and says what is counted, the work and
 * the memory.
 *
 * <p>Sources: Almasri, El Hajj, Nagi, Xiong and Hwu, "Parallel K-clique counting on GPUs", ICS 2022,
 * doi:10.1145/3524059.3532382. Jain and Seshadhri, "The power of pivoting for exact clique counting", WSDM 2020,
 * doi:10.1145/3336191.3371839.
 */
public final class PivotingAlgorithm implements Algorithm.OfUnipartite<KCliqueConfig, KCliqueResult> {
    private static final KCliqueAlgorithm CLIQUES = new KCliqueAlgorithm();

    @Override
    public String name() {
        return "research.pivoting";
    }

    @Override
    public List<String> stages(GraphSize size, KCliqueConfig config) {
        return CLIQUES.stages(size, config);
    }

    @Override
    public KCliqueResult cpu(UnipartiteGraph graph, KCliqueConfig config, Execution execution) {
        return CLIQUES.cpu(graph, config, execution);
    }

    @Override
    public GpuVersion<UnipartiteGraph, KCliqueResult> gpu(KCliqueConfig config) {
        return CLIQUES.gpu(config);
    }

    @Override
    public RunCost cost(KCliqueConfig config) {
        return CLIQUES.cost(config);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCliqueConfig config, int concurrency) {
        return CLIQUES.cpuEstimate(size, config, concurrency);
    }
}
