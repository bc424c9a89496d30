package dev.motif.algorithm.count.biclique.model;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.backend.Counts;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;

/**
 * The counts that a search of a {@link BipartiteCore} found, in the numbers of the core. The scope of the caller that
 * asked for them owns the arrays.
 *
 * @param bicliques the bicliques by size: {@code bicliques[i][j]} have {@code minRoots + i} roots and {@code minMates +
 *     j} mates, up to {@code maxRoots} and {@code maxMates} of {@link SearchSizes}; a single number unless a table was
 *     asked for
 * @param roots the bicliques of each root, or null when not asked for
 * @param mates the bicliques of each mate, or null when not asked for
 * @param slots the bicliques of each edge, by its slot in {@link BipartiteCore#roots()}, or null when not asked for
 */
public record CoreCounts(BigInteger[][] bicliques, OffHeapSums roots, OffHeapSums mates, OffHeapSums slots) {
    /** Makes the counts that the configuration asks for, all 0. The scope owns the arrays. */
    public static CoreCounts zeroed(
            BipartiteCore core, BicliqueConfig config, NativeMemory memory, OffHeapScope scope) {
        SearchSizes sizes = SearchSizes.of(config, Cores.side(core));
        BigInteger[][] bicliques =
                Counts.zeros(sizes.maxRoots() - sizes.minRoots() + 1, sizes.maxMates() - sizes.minMates() + 1);
        boolean byVertex = config.result() == Result.VERTEX;
        boolean byEdge = config.result() == Result.EDGE;
        return new CoreCounts(
                bicliques,
                byVertex ? scope.own(OffHeapSums.zeroed(memory, core.rootCount())) : null,
                byVertex ? scope.own(OffHeapSums.zeroed(memory, core.mateCount())) : null,
                byEdge ? scope.own(OffHeapSums.zeroed(memory, core.edgeCount())) : null);
    }

    /** Adds {@code more}, which has the same shape, to {@link #bicliques}. */
    public void add(BigInteger[][] more) {
        for (int i = 0; i < bicliques.length; i++) {
            for (int j = 0; j < bicliques[i].length; j++) {
                bicliques[i][j] = bicliques[i][j].add(more[i][j]);
            }
        }
    }
}
