package dev.motif.bench.baseline.biclique;

import dev.motif.graph.Csr;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * The roots of a core in order of priority, with their mates and their later two-hop neighbors. Roots are numbered by
 * priority here: those with fewer two-hop neighbors come first, ties by their number in the core. It is on the heap.
 */
public final class TwoHopGraph {
    private static final long ROOTS_PER_TASK = 64;

    private final int[] roots;
    private final int[][] mates;
    private final int[][] later;

    private TwoHopGraph(int[] roots, int[][] mates, int[][] later) {
        this.roots = roots;
        this.mates = mates;
        this.later = later;
    }

    /**
     * Finds the two-hop neighbors in two walks over all wedges root-mate-root.
     *
     * @param least the fewest mates that two-hop neighbors share, 1 or more
     */
    public static TwoHopGraph of(BipartiteCore core, int least, Workers workers) {
        int count = core.rootCount();
        Wedges[] wedges = new Wedges[workers.concurrency()];
        Arrays.setAll(wedges, worker -> new Wedges(core, least));
        long[] order = new long[count];
        Workers beside = workers.beside();
        beside.forEach(
                count,
                ROOTS_PER_TASK,
                (worker, u) -> order[(int) u] = (long) wedges[worker].twoHops((int) u) << Integer.SIZE | u);
        Arrays.sort(order);
        int[] roots = new int[count];
        int[] ranks = new int[count];
        for (int rank = 0; rank < count; rank++) {
            roots[rank] = (int) order[rank];
            ranks[roots[rank]] = rank;
        }
        int[][] mates = new int[count][];
        int[][] later = new int[count][];
        beside.forEach(count, ROOTS_PER_TASK, (worker, rank) -> {
            int root = roots[(int) rank];
            mates[(int) rank] = matesOf(core.roots(), root);
            later[(int) rank] = wedges[worker].later(root, ranks);
        });
        return new TwoHopGraph(roots, mates, later);
    }

    private static int[] matesOf(Csr rows, int root) {
        int[] mates = new int[(int) rows.degree(root)];
        rows.neighbors().copyTo(rows.start(root), mates, mates.length);
        return mates;
    }

    /**
     * The same roots, as two-hop neighbors only those of the same part.
     *
     * @param parts the part of each root, by rank
     */
    public TwoHopGraph within(int[] parts) {
        int[][] inside = new int[later.length][];
        Arrays.setAll(
                inside,
                u -> Arrays.stream(later[u]).filter(w -> parts[w] == parts[u]).toArray());
        return new TwoHopGraph(roots, mates, inside);
    }

    public int count() {
        return roots.length;
    }

    /** The number of a root in the core. */
    public int root(int rank) {
        return roots[rank];
    }

    /** The mates of a root, ascending. Nobody may change the array. */
    public int[] mates(int rank) {
        return mates[rank];
    }

    /** The two-hop neighbors of a root with larger ranks, ascending. Nobody may change the array. */
    public int[] later(int rank) {
        return later[rank];
    }

    /** The counters of one worker: the number of mates that each root shares with the current one. */
    private static final class Wedges {
        private final Csr roots;
        private final Csr mates;
        private final int least;
        private final int[] shared;
        private final int[] touched;
        private int touchedCount;

        Wedges(BipartiteCore core, int least) {
            this.roots = core.roots();
            this.mates = core.mates();
            this.least = least;
            this.shared = new int[core.rootCount()];
            this.touched = new int[core.rootCount()];
        }

        private void walk(int u) {
            touchedCount = 0;
            for (long slot = roots.start(u); slot < roots.end(u); slot++) {
                int mate = roots.neighbor(slot);
                for (long other = mates.start(mate); other < mates.end(mate); other++) {
                    int w = mates.neighbor(other);
                    if (shared[w]++ == 0) {
                        touched[touchedCount++] = w;
                    }
                }
            }
        }

        /** The number of two-hop neighbors of {@code u}, earlier and later. */
        int twoHops(int u) {
            walk(u);
            int found = 0;
            for (int i = 0; i < touchedCount; i++) {
                found += shared[touched[i]] >= least && touched[i] != u ? 1 : 0;
                shared[touched[i]] = 0;
            }
            return found;
        }

        /** The ranks of the later two-hop neighbors of {@code u}, ascending. */
        int[] later(int u, int[] ranks) {
            walk(u);
            int found = 0;
            for (int i = 0; i < touchedCount; i++) {
                int w = touched[i];
                if (shared[w] >= least && ranks[w] > ranks[u]) {
                    touched[found++] = ranks[w];
                }
                shared[w] = 0;
            }
            int[] later = Arrays.copyOf(touched, found);
            Arrays.sort(later);
            return later;
        }
    }
}
