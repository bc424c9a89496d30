package dev.motif.algorithm.level.nucleus;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The numbers of cliques. Closing it frees all of it.
 *
 * @param r the vertices of the cliques
 * @param most the largest number; -1 without cliques
 * @param numbers the number of each clique of {@code cliques}; null where only {@code perElement} was asked for
 * @param cliques the cliques; null with {@code numbers}
 * @param perElement the largest number of each vertex or edge, by its index in the graph; null unless it was asked for
 * @param owned owns what the others are in
 */
public record NucleusNumbers(
        int r, long most, OffHeapLongs numbers, NucleusCliques cliques, OffHeapLongs perElement, OffHeapScope owned)
        implements AutoCloseable {
    @Override
    public void close() {
        owned.close();
    }
}
