package dev.motif.algorithm.count.biclique.model;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;

/**
 * Turns the counts of a core into the counts of its graph. Vertices and edges that are not in the core are in no
 * biclique.
 */
public record BicliqueResultBuilder(
        BipartiteGraph graph, BicliqueConfig config, BipartiteCore core, Execution execution) {
    private static final long EDGES_PER_TASK = 1 << 14;

    /**
     * Makes the result, with arrays of its own; the arrays of {@code found} stay with their owner.
     *
     * @param stars whether the stars of a table are counted too, or left at 0
     */
    public BicliqueResult of(CoreCounts found, Technique technique, boolean stars) {
        boolean rootsLeft = Cores.side(core) == Side.LEFT;
        BigInteger[][] table = table(rootsLeft ? found.bicliques() : transposed(found.bicliques()), stars);
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapSums left = null;
            OffHeapSums right = null;
            OffHeapSums edges = null;
            if (config.result() == Result.VERTEX) {
                OffHeapSums roots = byVertex(found.roots(), core.rootVertices(), rootsLeft, scope);
                OffHeapSums mates = byVertex(found.mates(), core.mateVertices(), !rootsLeft, scope);
                left = scope.keep(rootsLeft ? roots : mates);
                right = scope.keep(rootsLeft ? mates : roots);
            } else if (config.result() == Result.EDGE) {
                edges = scope.keep(byEdge(found.slots(), rootsLeft, scope));
            }
            return new BicliqueResult(config, technique, Cores.side(core), table, left, right, edges);
        }
    }

    private BigInteger[][] table(BigInteger[][] found, boolean stars) {
        if (config.result() != Result.TABLE) {
            return found;
        }
        BigInteger[][] table = stars ? new Stars(graph, config, execution).table() : BicliqueResult.emptyTable(config);
        for (int i = 0; i < found.length; i++) {
            System.arraycopy(found[i], 0, table[config.minP() - 1 + i], config.minQ() - 1, found[i].length);
        }
        return table;
    }

    private static BigInteger[][] transposed(BigInteger[][] table) {
        BigInteger[][] transposed = new BigInteger[table[0].length][table.length];
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table[i].length; j++) {
                transposed[j][i] = table[i][j];
            }
        }
        return transposed;
    }

    private OffHeapSums byVertex(OffHeapSums found, OffHeapInts vertices, boolean left, OffHeapScope scope) {
        int count = left ? graph.leftCount() : graph.rightCount();
        OffHeapSums counts = scope.own(OffHeapSums.zeroed(execution.memory(), count));
        for (long i = 0; i < vertices.length(); i++) {
            counts.set(vertices.get(i), found, i);
        }
        return counts;
    }

    private OffHeapSums byEdge(OffHeapSums found, boolean rootsLeft, OffHeapScope scope) {
        OffHeapSums counts = scope.own(OffHeapSums.zeroed(execution.memory(), graph.edgeCount()));
        Csr rows = core.roots();
        Csr left = graph.left();
        execution.workers().forRanges(rows.slotCount(), EDGES_PER_TASK, (worker, from, to) -> {
            int root = rows.vertexOf(from);
            for (long slot = from; slot < to; slot++) {
                while (slot >= rows.end(root)) {
                    root++;
                }
                int u = core.rootVertex(root);
                int v = core.mateVertex(rows.neighbor(slot));
                counts.set(rootsLeft ? left.slotOf(u, v) : left.slotOf(v, u), found, slot);
            }
        });
        return counts;
    }
}
