package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The roots of a core from which all near-groups of a graph are searched.
 *
 * @param weights for each root about how much work it is, 1 or more
 * @param start what is to be in all that is found
 * @param graphs makes the part of the graph of a worker, which owns it
 * @param missing how many vertices of the other side each may miss, of the others where there is one side
 * @param least the fewest vertices of a group by side, the side of the roots first
 * @param bound may want only larger groups
 * @param areRight whether the roots are the right vertices of a bipartite graph
 * @param stage the name of the search in its progress
 * @param owned closed with this
 */
record NearRoots(
        OffHeapLongs weights,
        RequiredVertices start,
        Supplier<NearRows> graphs,
        int missing,
        int[] least,
        Bound bound,
        boolean areRight,
        String stage,
        OffHeapScope owned)
        implements AutoCloseable {
    /** The roots to search from. */
    List<WorkRange> ranges() {
        if (start.isNone()) {
            return List.of(new WorkRange(0, start.isPossible() ? weights.length() : 0, 0));
        }
        return List.of(new WorkRange(start.root(), start.root() + 1L, 0));
    }

    int sides() {
        return least.length;
    }

    /** Sinks for what is found here, by sinks for groups by the sides of the graph. */
    IntFunction<Consumer<NearGroup>> here(IntFunction<Consumer<NearGroup>> sinks) {
        return areRight
                ? worker -> {
                    Consumer<NearGroup> sink = sinks.apply(worker);
                    return group -> sink.accept(new NearGroup.Turned(group));
                }
                : sinks;
    }

    @Override
    public void close() {
        owned.close();
    }
}
