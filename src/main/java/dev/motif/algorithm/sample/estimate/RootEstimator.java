package dev.motif.algorithm.sample.estimate;

import dev.motif.algorithm.sample.estimate.SequentialEstimator.Search;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Makes estimates by searches from roots. Searches of several estimates from one root come after each other, since what
 * a search knows of its root mostly takes longer to find than an estimate from it.
 */
final class RootEstimator implements SequentialEstimator.Batch {
    /** The most searches at once. */
    private static final int MOST = 1 << 14;

    private static final int TASKS_PER_WORKER = 8;

    private final RootSampler roots;
    private final Search[] searches;
    private final Workers workers;

    private int count;

    /** For each search its root, and below that its number. */
    private final long[] order = new long[MOST];

    private final int[] estimates = new int[MOST];
    private final double[] standsFor = new double[MOST];
    private final long[] seeds = new long[MOST];
    private final double[] found = new double[MOST];

    /** @param searches one for each worker */
    RootEstimator(RootSampler roots, Search[] searches, Workers workers) {
        this.roots = roots;
        this.searches = searches;
        this.workers = workers;
    }

    @Override
    public void make(IntFunction<SplittableRandom> randoms, double[] values, Runnable check) {
        count = 0;
        for (int i = 0; i < values.length; i++) {
            int estimate = i;
            SplittableRandom random = randoms.apply(i);
            roots.choose(
                    (root, nodes, times) -> {
                        if (count == MOST) {
                            search(values, check);
                        }
                        order[count] = (long) root << Integer.SIZE | count;
                        estimates[count] = estimate;
                        standsFor[count] = times;
                        seeds[count++] = random.nextLong();
                    },
                    random);
        }
        search(values, check);
    }

    /** Makes all searches that were added, and adds what each finds to its estimate. */
    private void search(double[] values, Runnable check) {
        Arrays.sort(order, 0, count);
        int[] ends = tasks();
        SequentialEstimator.onWorkers(
                ends.length,
                (worker, task, checkBoth) -> {
                    for (int at = task == 0 ? 0 : ends[task - 1]; at < ends[task]; at++) {
                        int root = (int) (order[at] >>> Integer.SIZE);
                        int search = (int) order[at];
                        SplittableRandom random = new SplittableRandom(seeds[search]);
                        found[search] = searches[worker].estimate(root, roots.nodes(root), random, checkBoth);
                    }
                },
                check,
                workers);
        for (int search = 0; search < count; search++) {
            values[estimates[search]] += standsFor[search] * found[search];
        }
        count = 0;
    }

    /** Where each task ends in the order of the searches; all tasks have about the same number of nodes. */
    private int[] tasks() {
        long all = 0;
        for (int at = 0; at < count; at++) {
            all += nodes(at);
        }
        long each = all / ((long) TASKS_PER_WORKER * workers.concurrency()) + 1;
        int[] ends = new int[count];
        int tasks = 0;
        long nodes = 0;
        for (int at = 0; at < count; at++) {
            nodes += nodes(at);
            if (nodes >= each || at == count - 1) {
                ends[tasks++] = at + 1;
                nodes = 0;
            }
        }
        return Arrays.copyOf(ends, tasks);
    }

    private int nodes(int at) {
        return roots.nodes((int) (order[at] >>> Integer.SIZE));
    }
}
