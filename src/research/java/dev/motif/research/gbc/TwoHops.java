package dev.motif.research.gbc;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig.Priority;
import dev.motif.research.gbc.order.VertexPermutation;
import java.util.Arrays;

/**
 * The two-hop neighbors of the roots of a core: for each root the roots that are later in the order of priority and
 * share at least a given number of mates with it. Closing it frees its memory.
 *
 * <p>It is made in two walks over all wedges root-mate-root: the first finds the number of two-hop neighbors of each
 * root, which may decide the order.
 *
 * @param ranks the rank of each root, from 0; a biclique is found from its root of the smallest rank
 * @param later the later two-hop neighbors of each root, in no order
 */
record TwoHops(OffHeapInts ranks, Csr later) implements AutoCloseable {
    private static final long ROOTS_PER_TASK = 64;

    /**
     * Finds the two-hop neighbors.
     *
     * @param least the fewest mates that two-hop neighbors share, 1 or more
     */
    static TwoHops of(BipartiteCore core, int least, Priority priority, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Wedges[] wedges = new Wedges[workers.concurrency()];
            Arrays.setAll(wedges, worker -> new Wedges(core, least, scope));
            int roots = core.rootCount();
            OffHeapInts sizes = scope.ints(roots);
            Workers beside = workers.beside();
            beside.forEach(roots, ROOTS_PER_TASK, (worker, u) -> sizes.set(u, wedges[worker].twoHops((int) u)));
            OffHeapInts ranks = scope.ints(roots);
            rank(core, sizes, priority, ranks, scope);
            OffHeapLongs offsets = scope.zeroedLongs(roots + 1L);
            for (int u = 0; u < roots; u++) {
                offsets.set(u + 1L, offsets.get(u) + sizes.get(u));
            }
            OffHeapInts found = scope.ints(offsets.get(roots));
            beside.forEach(
                    roots,
                    ROOTS_PER_TASK,
                    (worker, u) -> sizes.set(u, wedges[worker].keepLater((int) u, ranks, found, offsets.get(u))));
            Csr later = new Csr(offsets, Rows.close(found, offsets, sizes));
            scope.keep(offsets);
            scope.keep(found);
            return new TwoHops(scope.keep(ranks), later);
        }
    }

    /** Sets the ranks of the roots by their priority, from 0. The roots of a core are numbered by degree. */
    private static void rank(
            BipartiteCore core, OffHeapInts sizes, Priority priority, OffHeapInts ranks, OffHeapScope scope) {
        int roots = core.rootCount();
        switch (priority) {
            case DEGREE -> {
                for (int u = 0; u < roots; u++) {
                    ranks.set(u, u);
                }
            }
            case TWO_HOP -> VertexPermutation.ascending(roots, sizes::get, ranks, scope);
            case ID -> VertexPermutation.ascending(roots, core::rootVertex, ranks, scope);
        }
    }

    @Override
    public void close() {
        ranks.close();
        later.close();
    }

    /** The counters of one worker: the number of mates that each root shares with the current one. */
    private static final class Wedges {
        private final BipartiteCore core;
        private final int least;
        private final OffHeapInts shared;
        private final OffHeapInts ends;
        private long endCount;

        Wedges(BipartiteCore core, int least, OffHeapScope scope) {
            this.core = core;
            this.least = least;
            this.shared = scope.zeroedInts(core.rootCount());
            this.ends = scope.ints(core.rootCount());
        }

        /** Counts the mates that each root shares with {@code u}; {@link #ends} receives these roots. */
        private void walk(int u) {
            endCount = 0;
            Csr roots = core.roots();
            Csr mates = core.mates();
            for (long slot = roots.start(u); slot < roots.end(u); slot++) {
                int mate = roots.neighbor(slot);
                long end = mates.end(mate);
                for (long other = mates.start(mate); other < end; other++) {
                    int w = mates.neighbor(other);
                    if (shared.add(w, 1) == 0) {
                        ends.set(endCount++, w);
                    }
                }
            }
        }

        /** The number of two-hop neighbors of {@code u}, earlier and later. */
        int twoHops(int u) {
            walk(u);
            int found = 0;
            for (long i = 0; i < endCount; i++) {
                int w = ends.get(i);
                found += shared.get(w) >= least && w != u ? 1 : 0;
                shared.set(w, 0);
            }
            return found;
        }

        /**
         * Writes the later two-hop neighbors of {@code u} to {@code to} from {@code at} on, and returns their number.
         */
        int keepLater(int u, OffHeapInts ranks, OffHeapInts to, long at) {
            walk(u);
            int rank = ranks.get(u);
            int found = 0;
            for (long i = 0; i < endCount; i++) {
                int w = ends.get(i);
                if (shared.get(w) >= least && ranks.get(w) > rank) {
                    to.set(at + found++, w);
                }
                shared.set(w, 0);
            }
            return found;
        }
    }
}
