package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.BiFunction;

/**
 * Counts the k-cliques of several sizes on a GPU within a time limit: cliques of three and four vertices first; then
 * all others by one search, which has half of the remaining time; and where that is too little, size by size.
 */
final class KCliqueSizesGpu {
    private static final int MAX_FIRST = 4;

    private final KCliqueConfig config;
    private final Deadline deadline;
    private final Execution execution;
    private final BiFunction<KCliqueConfig, Execution, KCliqueResult> search;

    /** The largest size that the graph may have. */
    private int bound;

    /** The cliques of each size up to {@link #bound}, null for sizes that have not been counted. */
    private final BigInteger[] bySize;

    /** The smallest size that has not been counted. */
    private int next;

    /** The result of the last search; null before the first one has ended. */
    private KCliqueResult last;

    /** @param search counts cliques without a time limit, until the execution is cancelled */
    KCliqueSizesGpu(
            UnipartiteGraph graph,
            KCliqueConfig config,
            Deadline deadline,
            Execution execution,
            BiFunction<KCliqueConfig, Execution, KCliqueResult> search) {
        this.config = config.withTimeoutMillis(0);
        this.deadline = deadline;
        this.execution = execution;
        this.search = search;
        this.bound = Math.min(config.maxK(), CliquePlan.largestByDegrees(graph.adjacency()));
        this.bySize = new BigInteger[Math.max(config.minK(), bound + 1)];
        this.next = config.minK();
        Arrays.fill(bySize, 0, next, BigInteger.ZERO);
    }

    KCliqueResult count() {
        deadline.limit(execution, this::count);
        KCliqueConfig asked = config.withTimeoutMillis(deadline.timeoutMillis());
        return new KCliqueResult(
                asked,
                last == null ? KCliqueConfig.Technique.COMPLEMENT : last.technique(),
                last == null ? CliquePlan.orientation(config) : last.orientation(),
                last == null ? null : last.degeneracy(),
                Arrays.copyOf(bySize, Math.max(config.minK(), bound + 1)),
                null,
                null);
    }

    private void count(Execution limited) {
        while (next <= Math.min(MAX_FIRST, bound)) {
            search(next, limited);
        }
        deadline.share(2).limit(limited, brief -> {
            if (next <= bound) {
                search(config.maxK(), brief);
            }
        });
        while (next <= bound) {
            search(next, limited);
        }
    }

    /** Counts the sizes from {@link #next} to {@code maxK}. */
    private void search(int maxK, Execution limited) {
        last = search.apply(config.withSizes(next, maxK), limited);
        if (last.degeneracy() != null) {
            bound = Math.min(bound, last.degeneracy() + 1);
        }
        // Where no clique is, none is larger.
        boolean none = last.largest() == 0;
        int to = none ? bound : Math.min(maxK, bound);
        for (; next <= to; next++) {
            bySize[next] = none ? BigInteger.ZERO : last.count(next);
        }
    }
}
