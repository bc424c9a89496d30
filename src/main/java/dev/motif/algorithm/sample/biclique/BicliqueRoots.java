package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.BicliqueLocalGraph;
import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The roots of the bicliques of some sizes: the core that all of these are in, and the weights of its roots for each size,
 * found in one pass over its wedges. Owns its memory.
 *
 * <p>The weight of a root is the number of bicliques that it would have if each later root kept its part of any of its
 * mates, as in {@link BicliqueSampler}. Later roots that share the same number of mates with it are alike in that.
 */
final class BicliqueRoots implements AutoCloseable {
    static final String WEIGHING = "weighing start nodes";
    private static final long ROOTS_PER_TASK = 16;

    private final OffHeapScope scope;
    final BipartiteCore core;
    final ApproximateBinomials choices;

    /** Sorted by the fewest mates, then by the fewest roots. */
    private final List<SearchSizes> sizes;

    private final List<OffHeapLongs> weights;

    /** For each root the later roots that share at least the fewest mates of any size with it. */
    final OffHeapInts candidates;

    private BicliqueRoots(BipartiteCore core, List<SearchSizes> sizes, OffHeapScope scope) {
        this.core = core;
        this.scope = scope;
        this.choices =
                new ApproximateBinomials(Math.max(core.rootCount(), core.roots().largestDegree()));
        this.sizes = sizes.stream()
                .sorted(Comparator.comparing(SearchSizes::minMates).thenComparing(SearchSizes::minRoots))
                .toList();
        this.weights = sizes.stream().map(size -> scope.longs(core.rootCount())).toList();
        this.candidates = scope.ints(core.rootCount());
    }

    /**
     * Weighs the roots for the first of {@code wanted}, and for the next sizes, while all weights take at most 8 bytes an
     * edge. The caller owns the result.
     *
     * @param wanted sizes of 2 or more on each side, with their roots on the same one
     * @throws IllegalStateException when time is over before that
     */
    static BicliqueRoots of(BipartiteGraph graph, List<SearchSizes> wanted, Deadline deadline, Execution execution) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        int minRoots = least(wanted, SearchSizes::minRoots);
        int minMates = least(wanted, SearchSizes::minMates);
        boolean left = wanted.get(0).side() == Side.LEFT;
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope scope = building.own(new OffHeapScope(memory));
            BipartiteCore core = scope.own(execution.time(
                    Stage.PREPARE, () -> BipartiteCore.of(graph, left, minMates, minRoots, memory, workers)));
            long fit = Math.max(1, core.edgeCount() / Math.max(1, core.rootCount()));
            List<SearchSizes> sizes = wanted.subList(0, (int) Math.min(wanted.size(), fit));
            BicliqueRoots roots = new BicliqueRoots(core, sizes, scope);
            execution.time(Stage.COMPUTE, () -> roots.weigh(deadline, memory, workers));
            building.keep(scope);
            return roots;
        }
    }

    private static int least(List<SearchSizes> sizes, ToIntFunction<SearchSizes> number) {
        return sizes.stream().mapToInt(number).min().orElseThrow();
    }

    private void weigh(Deadline deadline, NativeMemory memory, Workers workers) {
        workers.progress().begin(WEIGHING, core.rootCount());
        try (OffHeapScope own = new OffHeapScope(memory)) {
            Runnable check = () -> {
                workers.cancellation().check();
                SequentialEstimator.check(deadline);
            };
            Weigher[] weighers = new Weigher[workers.concurrency()];
            Arrays.setAll(
                    weighers,
                    worker -> new Weigher(own.own(new BicliqueLocalGraph(core, sizes.get(0), check, memory))));
            workers.forEach(core.rootCount(), ROOTS_PER_TASK, (worker, root) -> weighers[worker].weigh((int) root));
        }
    }

    /** Weighs one root at a time. The state of one worker. */
    private final class Weigher {
        /** Finds the later roots that share at least the fewest mates of any size. */
        private final BicliqueLocalGraph graph;

        /** For each number of mates how many later roots share this number with the current root. */
        private final int[] sharing = new int[Math.toIntExact(core.roots().largestDegree() + 1)];

        /** The numbers of mates that some later root shares. */
        private final int[] shares = new int[sharing.length];

        private final SymmetricSums sums = new SymmetricSums(
                sizes.stream().mapToInt(SearchSizes::minRoots).max().orElseThrow() - 1);

        Weigher(BicliqueLocalGraph graph) {
            this.graph = graph;
        }

        void weigh(int root) {
            int degree = (int) core.roots().degree(root);
            int found = degree < sizes.get(0).minMates() ? 0 : graph.findRoots(root);
            candidates.set(root, found);
            int distinct = 0;
            for (int i = 0; i < found; i++) {
                int shared = graph.shared(i);
                if (sharing[shared]++ == 0) {
                    shares[distinct++] = shared;
                }
            }
            graph.clear();
            for (int first = 0, next; first < sizes.size(); first = next) {
                int mates = sizes.get(first).minMates();
                next = first;
                while (next < sizes.size() && sizes.get(next).minMates() == mates) {
                    next++;
                }
                weigh(root, degree, first, next, distinct);
            }
            for (int i = 0; i < distinct; i++) {
                sharing[shares[i]] = 0;
            }
        }

        /**
         * Writes the weights for the sizes from {@code first} up to, but without {@code end}, all with the same number
         * of mates.
         */
        private void weigh(int root, int degree, int first, int end, int distinct) {
            int mates = sizes.get(first).minMates();
            int most = sizes.get(end - 1).minRoots() - 1;
            double all = ApproximateBinomials.factor(choices.of(degree, mates));
            double pairs = 0;
            sums.clear(most);
            for (int i = 0; i < distinct; i++) {
                int shared = shares[i];
                if (shared >= mates) {
                    double own = choices.of(shared, mates);
                    pairs += own * sharing[shared];
                    sums.add(ApproximateBinomials.factor(own) / all, sharing[shared], most);
                }
            }
            for (int size = first; size < end; size++) {
                int later = sizes.get(size).minRoots() - 1;
                double weight = later == 1 ? pairs : all * sums.of(later);
                weights.get(size).set(root, Double.doubleToRawLongBits(weight));
            }
        }
    }

    /** The choices of {@code count} mates, for each number of mates up to the most of a root. */
    double[] ways(int count) {
        double[] ways = new double[Math.toIntExact(core.roots().largestDegree() + 1)];
        Arrays.setAll(ways, mates -> choices.of(mates, count));
        return ways;
    }

    /** Whether the roots were weighed for a size. */
    boolean has(SearchSizes size) {
        return sizes.contains(size);
    }

    /**
     * For each root the bits of its weight for a size: for two roots its bicliques, otherwise about how many it has, and 0
     * only when it has none.
     */
    OffHeapLongs weights(SearchSizes size) {
        return weights.get(sizes.indexOf(size));
    }

    @Override
    public void close() {
        scope.close();
    }

    /** The most off-heap bytes beside the core, with this many workers. */
    static long bytes(long roots, long vertices, long edges, int concurrency) {
        return Math.max(roots, edges) * Long.BYTES
                + roots * Integer.BYTES
                + concurrency * BicliqueLocalGraph.bytes(vertices);
    }
}
