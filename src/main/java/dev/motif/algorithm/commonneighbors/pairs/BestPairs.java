package dev.motif.algorithm.commonneighbors.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the best pairs of one source, at most {@code limit} of them. */
final class BestPairs {
    private final int limit;
    private final PriorityQueue<NeighborPair> worstFirst = new PriorityQueue<>(NeighborPair.BEST_FIRST.reversed());

    /** @param limit how many pairs are kept at most, 1 or more */
    BestPairs(int limit) {
        this.limit = limit;
    }

    /** Whether pairs whose values are at most this, whatever their ends, would not be kept. */
    boolean rejects(double most) {
        return worstFirst.size() == limit && most < worstFirst.peek().value();
    }

    void add(NeighborPair pair) {
        if (worstFirst.size() < limit) {
            worstFirst.add(pair);
        } else if (NeighborPair.BEST_FIRST.compare(pair, worstFirst.peek()) < 0) {
            worstFirst.remove();
            worstFirst.add(pair);
        }
    }

    /** Returns all pairs, the best first, and keeps none. */
    List<NeighborPair> takeAll() {
        List<NeighborPair> pairs = new ArrayList<>(worstFirst);
        worstFirst.clear();
        pairs.sort(NeighborPair.BEST_FIRST);
        return pairs;
    }
}
