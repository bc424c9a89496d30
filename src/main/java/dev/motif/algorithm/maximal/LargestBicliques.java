package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.BicliqueSize;
import dev.motif.algorithm.maximal.model.MaximalBiclique;
import dev.motif.algorithm.maximal.model.Pruning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The largest bicliques that a search has come across so far; of equally large ones those that come first in their order,
 * so that the result does not depend on who finds what when. Thread-safe.
 */
final class LargestBicliques {
    private final int count;
    private final BicliqueSize size;
    private final Comparator<Biclique> bestFirst;

    /** The worst one at its head. */
    private final PriorityQueue<Biclique> best;

    private volatile long threshold;

    /** @param count how many to keep, 1 or more */
    LargestBicliques(int count, BicliqueSize size) {
        this.count = count;
        this.size = size;
        this.bestFirst = Comparator.comparingLong(this::sizeOf).reversed().thenComparing(Comparator.naturalOrder());
        this.best = new PriorityQueue<>(bestFirst.reversed());
    }

    private long sizeOf(Biclique biclique) {
        return size.of(biclique.left().length, biclique.right().length);
    }

    /** What is smaller than this is not wanted any more. */
    Pruning pruning() {
        return new Pruning(size, () -> threshold);
    }

    void offer(MaximalBiclique biclique) {
        if (size.of(biclique.leftSize(), biclique.rightSize()) >= threshold) {
            add(Biclique.copyOf(biclique));
        }
    }

    private synchronized void add(Biclique biclique) {
        best.add(biclique);
        if (best.size() > count) {
            best.remove();
        }
        if (best.size() == count) {
            threshold = sizeOf(best.element());
        }
    }

    /** The largest first. */
    synchronized List<Biclique> list() {
        List<Biclique> list = new ArrayList<>(best);
        list.sort(bestFirst);
        return list;
    }
}
