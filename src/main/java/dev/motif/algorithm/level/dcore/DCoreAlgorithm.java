package dev.motif.algorithm.level.dcore;

import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.DirectedGraph;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;

/**
 * (k,l)-cores of a directed graph, also called D-cores.
 *
 * <p>The (k,l)-core is the largest subgraph in which at least {@code k} arcs lead to every vertex and at least {@code l} leave
 * it: what remains when other vertices are taken away as long as there are any. With a fixed k, the cores of growing l are
 * nested, so one number of each vertex says which of them it is in:
 *
 * <pre>{@code
 * l(v, k)  = the largest l whose (k,l)-core v is in
 * out-core = l(v, 0)       in-core = the same with all arcs turned
 * }</pre>
 *
 * <p>Vertices with fewer than k arcs to them are taken away first, then again and again a vertex with the fewest arcs from it,
 * and the vertices that it leaves with too few arcs to them. It is a bipartite graph's (alpha,beta)-core of out- and in-copies
 * of the vertices, but that both copies of a vertex leave together.
 *
 * <p>Work {@code O(n + m)} for each of the three numbers, on one thread; they run side by side. Memory: 8 bytes an arc and 28 a
 * vertex, and 20 a vertex for each of the numbers that is found at the same time. Requires a simple graph whose edges have
 * directions.
 *
 * <p>Source: Giatsidis, Thilikos and Vazirgiannis, "D-cores: measuring collaboration of directed graphs based on degeneracy",
 * ICDM 2011, doi:10.1109/ICDM.2011.46.
 */
public final class DCoreAlgorithm implements Algorithm.OfUnipartite<DCoreConfig, DCoreResult> {
    @Override
    public String name() {
        return "dcore";
    }

    @Override
    public List<String> stages(GraphSize size, DCoreConfig config) {
        return List.of(DCoreCpu.STAGE);
    }

    @Override
    public DCoreResult cpu(UnipartiteGraph graph, DCoreConfig config, Execution execution) {
        try (DirectedGraph directed = execution.time(
                Stage.PREPARE,
                () -> DirectedGraph.of(
                        graph,
                        config.directions(),
                        execution.memory(),
                        execution.workers().beside()))) {
            return execution.time(Stage.COMPUTE, () -> DCoreCpu.find(directed, config.k(), execution));
        }
    }

    /** An edge is one arc or two. */
    @Override
    public CpuEstimate cpuEstimate(GraphSize size, DCoreConfig config, int concurrency) {
        long vertices = size.vertices();
        long most = 2 * size.edges();
        int atOnce = Math.min(concurrency, DCoreCpu.RUNS);
        MemoryEstimate offHeap = MemoryEstimate.largest(
                name(),
                MemoryEstimate.range(
                        "arcs, which are being sorted",
                        DirectedGraph.bytes(vertices, size.edges()),
                        DirectedGraph.peakBytes(vertices, most, concurrency)),
                MemoryEstimate.sum(
                        "cores",
                        MemoryEstimate.range(
                                "arcs in both directions",
                                DirectedGraph.bytes(vertices, size.edges()),
                                DirectedGraph.bytes(vertices, most)),
                        MemoryEstimate.of("numbers", DCoreCpu.RUNS * vertices * Integer.BYTES),
                        MemoryEstimate.range(
                                "degrees and order of vertices, of each number that is found at once",
                                DCoreCpu.bytes(vertices, 0),
                                atOnce * DCoreCpu.bytes(vertices, Math.min(vertices, size.edges())))));
        return new CpuEstimate(
                offHeap,
                CpuEstimate.heapOf(MemoryEstimate.range(
                        "places of arcs", 0, CsrBuilder.mostHeapBytes(vertices, most, concurrency))));
    }
}
