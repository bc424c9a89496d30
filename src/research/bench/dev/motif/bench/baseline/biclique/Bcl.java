package dev.motif.bench.baseline.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.group.list.RootSides;
import dev.motif.backend.Binomials;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * BCL with one worker, and BCLP with several: the algorithm for CPUs that GBC is compared with. It lists sets of roots
 * depth first in order of priority: to the roots chosen so far it adds one of the candidates, their common later two-hop
 * neighbors, as long as enough mates are common to all. A full set with {@code c} common mates is in {@code C(c, mates)}
 * bicliques.
 *
 * <p>As described, it makes no sets of candidates anew: each root has the level down to which it is a candidate as its
 * label, and in the list of later two-hop neighbors of a candidate those that are candidates too are switched to the
 * front. Common mates are found by merging sorted lists. BCLP hands out the roots to start from one by one; each worker
 * has the arrays for its own root.
 *
 * <p>The core and the layer of the roots are those that GBC takes, whose paper adopts BCL's selection of the layer. Not
 * known of BCL's program: how ties of the order are broken.
 *
 * <p>Sources: Yang, Peng and Zhang, "(p,q)-biclique counting and enumeration for large sparse bipartite graphs", PVLDB
 * 15(2), 2021, doi:10.14778/3489496.3489497, as Qiu et al., "Accelerating Biclique Counting on GPU", ICDE 2024,
 * arXiv:2403.07858, Section III-A, describe it.
 */
public final class Bcl {
    private static final int SMALLEST_SIZE = 2;

    /** How many nodes a worker looks at before it asks whether to go on; a power of 2. */
    private static final int NODES_PER_POLL = 1 << 10;

    /** One of so many intersections is timed; a power of 2. */
    private static final int SAMPLED = 1 << 4;

    private final TwoHopGraph graph;
    private final int size;
    private final int least;
    private final Deadline deadline;

    private Bcl(TwoHopGraph graph, int size, int least, Deadline deadline) {
        this.graph = graph;
        this.size = size;
        this.least = least;
        this.deadline = deadline;
    }

    /**
     * The result of a count, and the share of the workers' time in its parts, by a clock around a sample.
     *
     * @param mates the share of intersecting common mates
     * @param twoHops the share of finding common two-hop neighbors
     */
    public record Counted(BigInteger bicliques, double mates, double twoHops) {}

    /**
     * Counts the bicliques of {@code graph}.
     *
     * @param config p and q of 2 or more, the side of the roots (null for the cheaper one) and the time limit; all else
     *     is ignored
     * @throws IllegalArgumentException when p or q is 1
     * @throws IllegalStateException when the time limit has passed
     */
    public static Counted count(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        if (Math.min(config.p(), config.q()) < SMALLEST_SIZE) {
            throw new IllegalArgumentException(
                    "`p` and `q` must be 2 or more, got " + config.p() + " and " + config.q());
        }
        Deadline deadline = execution.deadline(config.timeoutMillis());
        try (DerivedGraphCache.Use<BipartiteCore> use = RootSides.core(graph, config, execution)) {
            BipartiteCore core = use.form();
            SearchSizes sizes = SearchSizes.of(config, Cores.side(core));
            Workers workers = execution.workers();
            TwoHopGraph hops = execution.time(Stage.PREPARE, () -> TwoHopGraph.of(core, sizes.maxMates(), workers));
            return count(hops, sizes, deadline, execution);
        }
    }

    /**
     * Counts the bicliques whose roots are two-hop neighbors of each other in {@code graph}.
     *
     * @param sizes the number of roots and mates of a biclique, its largest sizes
     * @throws IllegalStateException when the time limit has passed
     */
    public static Counted count(TwoHopGraph graph, SearchSizes sizes, Deadline deadline, Execution execution) {
        Bcl bcl = new Bcl(graph, sizes.maxRoots(), sizes.maxMates(), deadline);
        return execution.time(Stage.COMPUTE, () -> bcl.count(execution.workers()));
    }

    private Counted count(Workers workers) {
        AtomicInteger next = new AtomicInteger();
        Listing[] listings = new Listing[workers.concurrency()];
        workers.run(listings.length, (worker, group) -> {
            listings[worker] = new Listing(group, next);
            long start = System.nanoTime();
            for (int root = next.getAndIncrement();
                    root < graph.count() && !group.stopped();
                    root = next.getAndIncrement()) {
                listings[worker].root(root);
            }
            listings[worker].nanos = System.nanoTime() - start;
        });
        BigInteger sum = BigInteger.ZERO;
        double all = 1;
        double mates = 0;
        double twoHops = 0;
        for (Listing listing : listings) {
            all += listing.nanos;
            mates += listing.mates.nanos();
            twoHops += listing.rootNanos + listing.twoHops.nanos();
            for (int common = least; common < listing.leaves.length; common++) {
                if (listing.leaves[common] > 0) {
                    sum = sum.add(Binomials.exact(common, least).multiply(BigInteger.valueOf(listing.leaves[common])));
                }
            }
        }
        return new Counted(sum, mates / all, twoHops / all);
    }

    /** A clock around a sample of many short steps. */
    private static final class Sample {
        private static final int TRIES = 1000;
        private static final long CLOCK_NANOS = clockNanos();

        private long steps;
        private long sampled;
        private long start;

        /** The time that reading the clock takes. */
        private static long clockNanos() {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < TRIES; i++) {
                long start = System.nanoTime();
                least = Math.min(least, System.nanoTime() - start);
            }
            return least;
        }

        void begin() {
            start = (steps++ & SAMPLED - 1) == 0 ? System.nanoTime() : 0;
        }

        void end() {
            if (start != 0) {
                sampled += Math.max(0, System.nanoTime() - start - CLOCK_NANOS);
            }
        }

        double nanos() {
            return (double) sampled * SAMPLED;
        }
    }

    /** The search of one worker. A level is the number of roots chosen so far. */
    private final class Listing {
        private final Workers.Group group;
        private final AtomicInteger begun;

        /** The number of full sets by the number of their common mates. */
        private final long[] leaves;

        /** For each root the deepest level at which it is a candidate; 0 when it is none. */
        private final int[] label = new int[graph.count()];

        /** The later two-hop neighbors of the candidates, those of a candidate from its {@link #start} on. */
        private int[] adjacent = new int[0];

        private final int[] start = new int[graph.count()];

        /** By level and candidate, how many of its first neighbors in {@link #adjacent} are candidates too. */
        private final int[][] length = new int[size][];

        /** By level, the common mates of the roots chosen so far. */
        private final int[][] common = new int[size][];

        private final Sample mates = new Sample();
        private final Sample twoHops = new Sample();
        private long rootNanos;
        private long nanos;
        private long nodes;

        Listing(Workers.Group group, AtomicInteger begun) {
            this.group = group;
            this.begun = begun;
            int most = 0;
            for (int root = 0; root < graph.count(); root++) {
                most = Math.max(most, graph.mates(root).length);
            }
            int mostMates = most;
            leaves = new long[mostMates + 1];
            Arrays.setAll(common, level -> new int[mostMates]);
            Arrays.setAll(length, level -> new int[graph.count()]);
        }

        /** Lists the sets whose first root is {@code root}. */
        void root(int root) {
            int[] candidates = graph.later(root);
            if (candidates.length < size - 1) {
                return;
            }
            long begin = System.nanoTime();
            for (int v : candidates) {
                label[v] = 1;
            }
            int end = 0;
            for (int v : candidates) {
                start[v] = end;
                for (int w : graph.later(v)) {
                    if (label[w] == 1) {
                        end = append(w, end);
                    }
                }
                length[1][v] = end - start[v];
            }
            rootNanos += System.nanoTime() - begin;
            int[] ofRoot = graph.mates(root);
            System.arraycopy(ofRoot, 0, common[1], 0, ofRoot.length);
            list(1, candidates, 0, candidates.length, ofRoot.length);
            for (int v : candidates) {
                label[v] = 0;
            }
        }

        private int append(int w, int end) {
            if (end == adjacent.length) {
                adjacent = Arrays.copyOf(adjacent, Math.max(64, Math.multiplyExact(2, end)));
            }
            adjacent[end] = w;
            return end + 1;
        }

        /** Adds each of the candidates in {@code list[from, from + count)} to the roots chosen so far. */
        private void list(int level, int[] list, int from, int count, int commonCount) {
            for (int i = from; i < from + count && !stopped(); i++) {
                int v = list[i];
                boolean isLeaf = level + 1 == size;
                mates.begin();
                int left = intersect(common[level], commonCount, graph.mates(v), isLeaf ? null : common[level + 1]);
                mates.end();
                if (isLeaf) {
                    leaves[left]++;
                } else if (left >= least && length[level][v] >= size - level - 1) {
                    descend(level, v, left);
                }
            }
        }

        /** Goes down with {@code v} chosen: its candidates get the next level as their label. */
        private void descend(int level, int v, int commonCount) {
            int from = start[v];
            int end = from + length[level][v];
            twoHops.begin();
            for (int i = from; i < end; i++) {
                label[adjacent[i]] = level + 1;
            }
            for (int i = from; i < end; i++) {
                switchToFront(adjacent[i], level);
            }
            twoHops.end();
            list(level + 1, adjacent, from, end - from, commonCount);
            for (int i = from; i < end; i++) {
                label[adjacent[i]] = level;
            }
        }

        /** Moves those neighbors of {@code w} that are candidates at the next level before the others. */
        private void switchToFront(int w, int level) {
            int kept = start[w];
            for (int i = start[w]; i < start[w] + length[level][w]; i++) {
                int x = adjacent[i];
                if (label[x] == level + 1) {
                    adjacent[i] = adjacent[kept];
                    adjacent[kept++] = x;
                }
            }
            length[level + 1][w] = kept - start[w];
        }

        private boolean stopped() {
            if ((nodes++ & NODES_PER_POLL - 1) == 0 && deadline.requested()) {
                throw deadline.error(Math.min(begun.get(), graph.count()), graph.count());
            }
            return group.stopped();
        }
    }

    /**
     * Merges the first {@code count} elements of {@code set} with {@code list}, both ascending.
     *
     * @param to receives the elements of both; null when they are only counted
     * @return how many elements are in both
     */
    private static int intersect(int[] set, int count, int[] list, int[] to) {
        int found = 0;
        int i = 0;
        int j = 0;
        while (i < count && j < list.length) {
            if (set[i] == list[j]) {
                if (to != null) {
                    to[found] = set[i];
                }
                found++;
                i++;
                j++;
            } else if (set[i] < list[j]) {
                i++;
            } else {
                j++;
            }
        }
        return found;
    }
}
