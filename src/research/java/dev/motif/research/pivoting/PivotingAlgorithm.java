package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.CliquePlan;
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
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import dev.motif.research.pivoting.PivotingConfig.Parallelization;
import java.util.List;

/**
 * Counting k-cliques by the technique, the order, the start and the form of neighborhoods that are asked for. {@link
 * KCliqueAlgorithm} says what is counted, the work and the memory.
 *
 * <p>Sources: Almasri, El Hajj, Nagi, Xiong and Hwu, "Parallel K-clique counting on GPUs", ICS 2022,
 * doi:10.1145/3524059.3532382. Jain and Seshadhri, "The power of pivoting for exact clique counting", WSDM 2020,
 * doi:10.1145/3336191.3371839.
 */
public final class PivotingAlgorithm implements Algorithm.OfUnipartite<PivotingConfig, KCliqueResult> {
    @Override
    public String name() {
        return "research.pivoting";
    }

    private static KCliqueAlgorithm cliques(PivotingConfig config) {
        return new KCliqueAlgorithm(new PublishedSearcher(config), PublishedBlocksGpu.form(config));
    }

    /** The request on the CPU: with the order settled, so that triangles are searched in the form that is asked for. */
    private static KCliqueConfig onCpu(PivotingConfig config) {
        KCliqueConfig counted = config.counted();
        boolean hasForm = config.parallelization() != Parallelization.AUTO || config.encoding() != Encoding.BINARY;
        return hasForm ? counted.with(CliquePlan.orientation(counted)) : counted;
    }

    @Override
    public List<String> stages(GraphSize size, PivotingConfig config) {
        return cliques(config).stages(size, onCpu(config));
    }

    @Override
    public KCliqueResult cpu(UnipartiteGraph graph, PivotingConfig config, Execution execution) {
        return cliques(config).cpu(graph, onCpu(config), execution);
    }

    @Override
    public GpuVersion<UnipartiteGraph, KCliqueResult> gpu(PivotingConfig config) {
        return cliques(config).gpu(config.counted());
    }

    @Override
    public RunCost cost(PivotingConfig config) {
        return cliques(config).cost(config.counted());
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, PivotingConfig config, int concurrency) {
        return cliques(config).cpuEstimate(size, onCpu(config), concurrency);
    }
}
