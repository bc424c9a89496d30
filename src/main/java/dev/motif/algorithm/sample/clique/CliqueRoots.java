package dev.motif.algorithm.sample.clique;

import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.backend.work.Deadline;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Facts of the roots for all sizes, found in one pass: the cliques of roots that are counted; for the others how many
 * lower neighbors of a root each of these neighbors is adjacent to, from which their weights follow.
 */
final class CliqueRoots {
    static final String COUNTING = "counting small neighborhoods";
    private static final long ROOTS_PER_TASK = 64;

    private final Csr rows;
    private final CliqueSampler[] samplers;
    private final int minK;

    /** For each size from {@code minK} on the cliques of the roots that are counted. */
    private final long[] counted;

    /** For each slot of a root that is sampled the lower neighbors of the root that its end is adjacent to below itself. */
    private final OffHeapInts degrees;

    /**
     * @param samplers one for each worker
     * @param scope owns the memory
     * @throws IllegalStateException when time is over before that
     */
    CliqueRoots(
            Csr rows,
            CliqueSampler[] samplers,
            KCliqueSampleConfig config,
            Deadline deadline,
            Workers workers,
            OffHeapScope scope) {
        this.rows = rows;
        this.samplers = samplers;
        this.minK = config.minK();
        this.counted = new long[config.maxK() + 1 - minK];
        this.degrees = scope.ints(rows.slotCount());
        workers.progress().begin(COUNTING, rows.vertexCount());
        long[][] ofWorkers = new long[samplers.length][counted.length];
        workers.forEach(rows.vertexCount(), ROOTS_PER_TASK, (worker, root) -> {
            SequentialEstimator.check(deadline);
            samplers[worker].look((int) root, minK, ofWorkers[worker], degrees);
        });
        for (long[] ofWorker : ofWorkers) {
            Arrays.setAll(counted, i -> counted[i] + ofWorker[i]);
        }
    }

    double counted(int k) {
        return counted[k - minK];
    }

    /** Writes about how many k-cliques each root has that is sampled, 0 only when it has none; 0 for the others. */
    void weigh(int k, ApproximateBinomials choices, OffHeapLongs weights, Workers workers) {
        double[] ways = new double[Math.toIntExact(rows.largestDegree() + 1)];
        Arrays.setAll(ways, degree -> degree < k - 2 ? 0 : ApproximateBinomials.factor(choices.of(degree, k - 2)));
        workers.forRanges(rows.vertexCount(), ROOTS_PER_TASK, (worker, from, to) -> {
            for (int root = (int) from; root < to; root++) {
                double weight = samplers[worker].isCounted(root, k) ? 0 : weight(root, k, ways);
                weights.set(root, Double.doubleToRawLongBits(weight));
            }
        });
        samplers[0].joinInner(weights);
    }

    private double weight(int root, int k, double[] ways) {
        if (rows.degree(root) < k - 1) {
            return 0;
        }
        double edges = 0;
        for (long slot = rows.start(root); slot < rows.end(root); slot++) {
            edges += degrees.get(slot);
        }
        double part = CliqueSampler.part(edges, (int) rows.degree(root), k - 2);
        double weight = 0;
        for (long slot = rows.start(root); slot < rows.end(root); slot++) {
            weight += part * ways[degrees.get(slot)];
        }
        return weight;
    }

    /** The off-heap bytes for this many edges. */
    static long bytes(long edges) {
        return edges * Integer.BYTES;
    }
}
