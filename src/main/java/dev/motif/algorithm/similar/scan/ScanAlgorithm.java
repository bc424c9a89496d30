package dev.motif.algorithm.similar.scan;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.stream.Stream;

/**
 * Structural clustering, SCAN.
 *
 * <pre>{@code
 * s(u,v) = |N[u] intersected with N[v]| / sqrt(|N[u]| * |N[v]|)    N[v]: the neighbors of v and v itself
 * N_e(v) = the vertices u of N[v] with s(u,v) >= epsilon           v itself is one of them
 * v is a core if |N_e(v)| >= mu
 * }</pre>
 *
 * <p>Two cores are in one cluster if a path of cores connects them in which neighbors are similar. A vertex that is no
 * core but similar to one belongs to the core's cluster as a border, possibly to several clusters. Of the others, hubs
 * have neighbors in two clusters or more; the rest are outliers. This does not depend on the order of the vertices.
 *
 * <p>Common neighbors are counted once, on the CPU or on a GPU; each epsilon then takes a pass over the edges on the
 * CPU, and each pair of an epsilon and a mu two more. Memory: the memory of counting, and 16 bytes a vertex.
 *
 * <p>Sources: Xu, Yuruk, Feng and Schweiger, "SCAN: A Structural Clustering Algorithm for Networks", KDD 2007,
 * doi:10.1145/1281192.1281280. Chang, Li, Lin, Qin and Zhang, "pSCAN: Fast and Exact Structural Graph Clustering", ICDE
 * 2016, doi:10.1109/ICDE.2016.7498245, for clusters that share borders. Wen, Qin, Zhang, Chang and Lin, "Efficient
 * Structural Graph Clustering: An Index-Based Approach", PVLDB 11(3), 2017, doi:10.14778/3157794.3157795, for many
 * epsilons and mus from one count.
 */
public final class ScanAlgorithm implements Algorithm.OfUnipartite<ScanConfig, ScanResult> {
    private static final CommonNeighborsAlgorithm COUNT = new CommonNeighborsAlgorithm();
    private static final CommonNeighborsConfig COUNTING =
            CommonNeighborsConfig.oriented(false).inBothDirections();

    @Override
    public String name() {
        return "scan";
    }

    @Override
    public List<String> stages(GraphSize size, ScanConfig config) {
        return Stream.concat(COUNT.stages(size, COUNTING).stream(), Stream.of(Clustering.STAGE))
                .toList();
    }

    @Override
    public ScanResult cpu(UnipartiteGraph graph, ScanConfig config, Execution execution) {
        return clustered(graph, config, execution, COUNT.cpu(graph, COUNTING, execution));
    }

    @Override
    public GpuVersion<UnipartiteGraph, ScanResult> gpu(ScanConfig config) {
        return COUNT.gpu(COUNTING)
                .followedBy(
                        (graph, execution, counts) -> clustered(graph, config, execution, counts),
                        ScanAlgorithm::withClusters);
    }

    /** On a GPU, or in another process, only the common neighbors are counted. */
    @Override
    public ScanResult run(Backend.Choice choice, UnipartiteGraph graph, ScanConfig config, Execution execution) {
        return clustered(graph, config, execution, COUNT.run(choice, graph, COUNTING, execution));
    }

    @Override
    public RunCost cost(ScanConfig config) {
        return COUNT.cost(COUNTING);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, ScanConfig config, int concurrency) {
        CpuEstimate counting = COUNT.cpuEstimate(size, COUNTING, concurrency);
        return new CpuEstimate(withClusters(counting.offHeap(), size), counting.heap());
    }

    private static ScanResult clustered(
            UnipartiteGraph graph, ScanConfig config, Execution execution, CommonNeighborsResult counts) {
        return execution.time(Stage.COMPUTE, () -> Clustering.of(graph, counts, config, execution));
    }

    private static MemoryEstimate withClusters(MemoryEstimate counting, GraphSize size) {
        return MemoryEstimate.sum("scan", counting, Clustering.estimate(size.vertices()));
    }
}
