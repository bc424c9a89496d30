package dev.motif.bench.generate;

import dev.motif.bench.load.EdgeSink;

/**
 * Numbered edges. What is added for a block of numbers depends on nothing but the block, so that blocks can be made by
 * any thread in any order.
 */
@FunctionalInterface
interface EdgeSource {
    /** Numbers a block; every block but the last has this many. */
    long BLOCK = 1 << 16;

    /** Adds the edges numbered {@code [from, to)}, where {@code from} is a multiple of {@link #BLOCK}. */
    void add(long from, long to, EdgeSink sink);
}
