package dev.motif.algorithm.similar.pairs;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.graph.CommonNeighborCounts;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.HeapBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the pairs of a source with common neighbors.
 *
 * @param rows the neighbors of each source
 * @param ends which pairs may be wanted
 * @param counters one for each worker
 * @param adjacency the edges by which the vertices of a pair may be adjacent; null when they never are
 */
record PairSearch(Csr rows, PairEnds ends, CommonNeighborCounts[] counters, PairFilter filter, Csr adjacency)
        implements SourceBatches.Search<NeighborPair> {
    /** The most paths of the sources of a batch. */
    static final long PATHS_PER_BATCH = 1 << 19;

    /** How many pairs of a list heap is asked for at a time. */
    private static final int PAIRS_AT_A_TIME = 1 << 6;

    /** The most heap bytes that the pairs of a batch take, where one source may have a pair with every vertex. */
    static long mostHeapBytes(long vertices) {
        return Math.max(PATHS_PER_BATCH, vertices) * NeighborPair.BYTES_IN_LIST;
    }

    @Override
    public List<NeighborPair> of(int u, int worker, HeapBudget.Share heap) {
        CommonNeighborCounts counter = counters[worker];
        counter.countFrom(u, ends.areAll() && !filter.best() ? u : -1);
        List<NeighborPair> pairs = filter.best() ? best(u, counter, heap) : all(u, counter, heap);
        counter.clear();
        return pairs;
    }

    private List<NeighborPair> best(int u, CommonNeighborCounts counter, HeapBudget.Share heap) {
        try (PairHeap best = new PairHeap(filter.topK(), false, heap)) {
            for (int i = 0; i < counter.endCount(); i++) {
                NeighborPair pair = wanted(u, counter, i, best);
                if (pair != null) {
                    best.offer(u, pair.target(), pair.common(), pair.value());
                }
            }
            return best.takeAll(heap);
        }
    }

    /** Whether a pair is not among the best, as is known before its value is rounded. */
    private boolean rejects(PairHeap best, int u, CommonNeighborCounts counter, int i) {
        SimilarityMetric metric = filter.metric();
        if (metric.hasWeights()) {
            return false;
        }
        int common = counter.count(i);
        long degree = rows.degree(u);
        return best.rejects(metric.atMost(common, degree))
                || best.rejects(
                        metric.about(common, degree, rows.degree(counter.end(i)), true) * SimilarityMetric.ABOVE);
    }

    private List<NeighborPair> all(int u, CommonNeighborCounts counter, HeapBudget.Share heap) {
        List<NeighborPair> pairs = new ArrayList<>();
        for (int i = 0; i < counter.endCount(); i++) {
            NeighborPair pair = wanted(u, counter, i, null);
            if (pair != null) {
                if (pairs.size() % PAIRS_AT_A_TIME == 0) {
                    heap.add(PAIRS_AT_A_TIME * NeighborPair.BYTES_IN_LIST);
                }
                pairs.add(pair);
            }
        }
        heap.release((-pairs.size() & PAIRS_AT_A_TIME - 1) * NeighborPair.BYTES_IN_LIST);
        pairs.sort(Comparator.comparingInt(NeighborPair::target));
        return pairs;
    }

    /**
     * A pair with its value; null for one that is not wanted.
     *
     * @param best the best pairs so far, where only the best are wanted, or null
     */
    private NeighborPair wanted(int u, CommonNeighborCounts counter, int i, PairHeap best) {
        int target = counter.end(i);
        if (!ends.wants(u, target, best == null) || best != null && rejects(best, u, counter, i)) {
            return null;
        }
        int common = counter.count(i);
        NeighborPair pair = filter.metric().hasWeights()
                ? new NeighborPair(u, target, common, counter.weight(i))
                : NeighborPairs.pair(rows, u, target, common, filter.metric(), adjacency);
        return pair.value() >= filter.similarityCutoff() ? pair : null;
    }
}
