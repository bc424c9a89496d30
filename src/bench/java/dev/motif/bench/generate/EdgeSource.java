package dev.motif.bench.generate;

import dev.motif.bench.load.EdgeSink;

/**
 * A source of numbered edges, in blocks of consecutive numbers. The edges of a block depend on nothing but the block,
 * so that any thread can make any block in any order.
 */
@FunctionalInterface
interface EdgeSource {
    /** The number of edges in a block; only the last block may have fewer. */
    long BLOCK = 1 << 16;

    /** Adds the edges numbered {@code [from, to)}, where {@code from} is a multiple of {@link #BLOCK}. */
    void add(long from, long to, EdgeSink sink);
}
