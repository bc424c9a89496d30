package dev.motif.research.gbc;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.research.gbc.GbcConfig.Techniques;

/**
 * The tasks that are dealt to the workers: the roots of a part, or the nodes of the second level of their search trees,
 * which are pairs of roots. Closing it frees its memory.
 *
 * @param roots the first root of each task
 * @param seconds the second root of each task; null when a task is a whole root
 */
record GbcTasks(OffHeapInts roots, OffHeapInts seconds) implements AutoCloseable {
    /**
     * Lists the tasks of a part.
     *
     * @param size the number of roots of a biclique; when it is 2, the nodes of the second level are leaves, which stay
     *     with their root
     */
    static GbcTasks of(GbcSpace.Part part, int size, Techniques gbc, NativeMemory memory) {
        boolean split = gbc.balance().split() && size > 2;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            long count = split ? pairs(part) : part.rootCount();
            OffHeapInts roots = scope.ints(count);
            OffHeapInts seconds = split ? scope.ints(count) : null;
            long at = 0;
            for (int i = 0; i < part.rootCount(); i++) {
                at = split ? addPairs(part, part.root(i), roots, seconds, at) : addRoot(part.root(i), roots, at);
            }
            if (split) {
                scope.keep(seconds);
            }
            return new GbcTasks(scope.keep(roots), seconds);
        }
    }

    private static long pairs(GbcSpace.Part part) {
        long pairs = 0;
        for (int i = 0; i < part.rootCount(); i++) {
            pairs += part.twoHops().elements(part.root(i));
        }
        return pairs;
    }

    private static long addPairs(GbcSpace.Part part, int root, OffHeapInts roots, OffHeapInts seconds, long from) {
        SetRows hops = part.twoHops();
        long at = from;
        for (long word = hops.start(root); word < hops.start(root) + hops.words(root); word++) {
            int first = hops.firstElement(hops.index().get(word));
            for (int bits = hops.bitsAt(word); bits != 0; bits &= bits - 1) {
                roots.set(at, root);
                seconds.set(at++, first + Integer.numberOfTrailingZeros(bits));
            }
        }
        return at;
    }

    private static long addRoot(int root, OffHeapInts roots, long at) {
        roots.set(at, root);
        return at + 1;
    }

    /** The number of tasks of a root with this many later two-hop neighbors, at most. */
    static long count(long twoHops, Techniques gbc) {
        return gbc.balance().split() ? Math.max(1, twoHops) : 1;
    }

    /** The bytes of this many tasks, at most. */
    static long bytes(long tasks) {
        return tasks * 2 * Integer.BYTES;
    }

    long count() {
        return roots.length();
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(roots, seconds);
    }
}
