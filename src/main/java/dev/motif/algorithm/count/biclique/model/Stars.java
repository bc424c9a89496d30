package dev.motif.algorithm.count.biclique.model;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.backend.Binomials;
import dev.motif.backend.Counts;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts stars: bicliques with only one vertex, the center, on a side. A center of degree {@code d} has {@code C(d, k)}
 * stars of {@code k} leaves. Each neighbor of the center is in {@code C(d-1, k-1)} of them, and so is the edge between
 * both.
 */
public record Stars(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
    /** The name of the counting stage, as progress shows it. */
    public static final String STAGE = "counting stars";

    private static final long CENTERS_PER_TASK = 1 << 14;

    /** Counts what the configuration asks for. {@link BicliqueConfig#starsAlone} must hold. */
    public BicliqueResult count() {
        execution.workers().progress().begin(STAGE, 0);
        Csr centers = config.p() == 1 ? graph.left() : graph.right();
        int leaves = config.p() == 1 ? config.q() : config.p();
        if (config.result() == Result.TABLE) {
            return new BicliqueResult(config, null, null, table(), null, null, null);
        }
        BigInteger[][] total = {{totals(centers, leaves)[leaves - 1]}};
        if (config.result() == Result.TOTAL) {
            return new BicliqueResult(config, null, null, total, null, null, null);
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            if (config.result() == Result.EDGE) {
                OffHeapSums edges = scope.own(OffHeapSums.zeroed(execution.memory(), graph.edgeCount()));
                addByEdge(centers, leaves, edges);
                return new BicliqueResult(config, null, null, total, null, null, scope.keep(edges));
            }
            OffHeapSums left = scope.own(OffHeapSums.zeroed(execution.memory(), graph.leftCount()));
            OffHeapSums right = scope.own(OffHeapSums.zeroed(execution.memory(), graph.rightCount()));
            addByVertex(centers, leaves, config.p() == 1 ? left : right, config.p() == 1 ? right : left);
            return new BicliqueResult(config, null, null, total, scope.keep(left), scope.keep(right), null);
        }
    }

    /**
     * Returns a table of (i,j)-bicliques with only the stars filled in, where i or j is 1; the other places are null.
     */
    public BigInteger[][] table() {
        BigInteger[][] table = new BigInteger[config.p()][config.q()];
        table[0] = totals(graph.left(), config.q());
        BigInteger[] ofRight = totals(graph.right(), config.p());
        for (int i = 0; i < table.length; i++) {
            table[i][0] = ofRight[i];
        }
        return table;
    }

    /** The numbers of stars of 1, 2, ..., {@code maxLeaves} leaves. */
    private static BigInteger[] totals(Csr centers, int maxLeaves) {
        Map<Long, Long> byDegree = new HashMap<>();
        for (int center = 0; center < centers.vertexCount(); center++) {
            byDegree.merge(centers.degree(center), 1L, Long::sum);
        }
        BigInteger[] totals = Counts.zeros(maxLeaves);
        byDegree.forEach((degree, times) -> {
            BigInteger[] ways = Binomials.exactUpTo(degree, maxLeaves);
            for (int leaves = 1; leaves <= maxLeaves; leaves++) {
                totals[leaves - 1] = totals[leaves - 1].add(ways[leaves].multiply(BigInteger.valueOf(times)));
            }
        });
        return totals;
    }

    private void addByVertex(Csr centers, int leaves, OffHeapSums ofCenters, OffHeapSums ofLeaves) {
        Binomials binomials = Binomials.forDegrees(graph.left(), graph.right(), leaves);
        execution.workers().forRanges(centers.vertexCount(), CENTERS_PER_TASK, (worker, from, to) -> {
            for (int center = (int) from; center < to; center++) {
                binomials.addTo(ofCenters, center, centers.degree(center), leaves);
            }
        });
        graph.forEachEdge(execution.workers(), (worker, edge, left, right) -> {
            int center = config.p() == 1 ? left : right;
            int leaf = config.p() == 1 ? right : left;
            binomials.addTo(ofLeaves, leaf, centers.degree(center) - 1, leaves - 1);
        });
    }

    private void addByEdge(Csr centers, int leaves, OffHeapSums ofEdges) {
        Binomials binomials = Binomials.forDegrees(graph.left(), graph.right(), leaves);
        graph.forEachEdge(
                execution.workers(),
                (worker, edge, left, right) ->
                        binomials.addTo(ofEdges, edge, centers.degree(config.p() == 1 ? left : right) - 1, leaves - 1));
    }
}
