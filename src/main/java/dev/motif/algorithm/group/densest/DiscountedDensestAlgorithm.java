package dev.motif.algorithm.group.densest;

import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;
import java.util.List;

/**
 * The densest subgraph in edges that count less the larger the degree of their end on one side is, approximately.
 *
 * <pre>{@code
 * density(S) = sum over edges uv with both ends in S of 1 / ln(d(v) + 5), d(v) in the whole graph / |S|
 * }</pre>
 *
 * <p>Accounts that were paid for hide among others by edges to what everybody likes. However many of such edges a group has,
 * its density does not fall, since they take nothing from the edges among itself; and edges to hubs add little. {@link
 * DensestSearch} says how it is found; its density is at least 1/2 of the largest one. Weights are whole multiples of {@code
 * 1 / UNIT}, of which sums are exact.
 *
 * <p>Work: linear in the edges for each round. Memory: 32 bytes a vertex, and a copy of the remaining graph.
 *
 * <p>Source: Hooi, Song, Beutel, Shah, Shin and Faloutsos, "FRAUDAR: Bounding Graph Fraud in the Face of Camouflage", KDD
 * 2016, doi:10.1145/2939672.2939747, for the weights, and 5 in them.
 */
public final class DiscountedDensestAlgorithm implements Algorithm.OfBipartite<Side, DensestSubgraph> {
    /** The number that stands for a weight of 1. */
    static final long UNIT = 1 << 30;

    private static final double ADDED = 5;
    private static final long VERTICES_PER_TASK = 1 << 12;

    @Override
    public String name() {
        return BicliqueDensestAlgorithm.NAME;
    }

    @Override
    public List<String> stages(GraphSize size, Side hubs) {
        return List.of();
    }

    @Override
    public String withoutGpu(Side hubs) {
        return "with `discountHubs` the densest subgraph is found on the CPU";
    }

    /** @param hubs the side whose degrees tell the weights */
    @Override
    public DensestSubgraph cpu(BipartiteGraph graph, Side hubs, Execution execution) {
        Csr degrees = graph.rows(hubs);
        return new DensestSearch<>(
                        BipartiteGraph.class,
                        graph,
                        2,
                        execution,
                        (rest, left, right) -> execution.time(
                                Stage.COMPUTE,
                                () -> hubs == Side.LEFT
                                        ? counts(rest.left(), rest.right(), left, degrees, true, execution)
                                        : counts(rest.right(), rest.left(), right, degrees, false, execution)))
                .find();
    }

    private static long weight(long degree) {
        return Math.round(UNIT / Math.log(degree + ADDED));
    }

    /**
     * The weights of the edges of the remaining graph.
     *
     * @param ofHubs its rows of the side with hubs
     * @param ofOthers its rows of the other side
     * @param vertices by hub of the rest the vertex in {@code degrees}
     */
    private static VertexCounts counts(
            Csr ofHubs, Csr ofOthers, OffHeapInts vertices, Csr degrees, boolean hubsAreLeft, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapSums hubs = scope.own(OffHeapSums.zeroed(execution.memory(), ofHubs.vertexCount()));
            OffHeapSums others = scope.own(OffHeapSums.zeroed(execution.memory(), ofOthers.vertexCount()));
            ExactSum[] sums = ExactSum.forWorkers(execution.workers());
            execution.workers().forRanges(ofHubs.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (int v = (int) from; v < to; v++) {
                    long weight = weight(degrees.degree(vertices.get(v)));
                    hubs.add(v, 0, weight * ofHubs.degree(v));
                    sums[worker].addProduct(weight, ofHubs.degree(v));
                }
            });
            execution.workers().forRanges(ofOthers.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (int u = (int) from; u < to; u++) {
                    long sum = 0;
                    for (long slot = ofOthers.start(u); slot < ofOthers.end(u); slot++) {
                        sum += weight(degrees.degree(vertices.get(ofOthers.neighbor(slot))));
                    }
                    others.add(u, 0, sum);
                }
            });
            BigInteger total = ExactSum.of(sums).toBigInteger();
            scope.keep(hubs);
            scope.keep(others);
            return new VertexCounts(total, hubsAreLeft ? hubs : others, hubsAreLeft ? others : hubs, () -> {
                hubs.close();
                others.close();
            });
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, Side hubs, int concurrency) {
        return CpuEstimate.of(DensestSearch.estimate(
                name(), size, MemoryEstimate.of("weights by vertex", size.vertices() * OffHeapSums.BYTES)));
    }
}
