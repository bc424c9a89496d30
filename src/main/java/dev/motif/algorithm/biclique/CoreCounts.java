package dev.motif.algorithm.biclique;

import dev.motif.graph.OffHeapSums;
import java.math.BigInteger;

/**
 * What a search of a {@link RootedCore} found, in the core's numbers. Owned by whoever asked for the search.
 *
 * @param table {@code table[i][j]} are the bicliques of {@code minP + i} left and {@code minQ + j} right vertices (of
 *     the graph, whatever side the roots are on), up to {@code p} and {@code q}: one number unless a table was asked for
 * @param roots by root, or null when not asked for
 * @param mates by mate, or null when not asked for
 * @param slots by slot of {@link RootedCore#roots()}, or null when not asked for
 */
record CoreCounts(BigInteger[][] table, OffHeapSums roots, OffHeapSums mates, OffHeapSums slots) {
    /** A total alone. */
    static CoreCounts total(BigInteger total) {
        return new CoreCounts(new BigInteger[][] {{total}}, null, null, null);
    }
}
