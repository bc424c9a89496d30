package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.BicliqueSize;
import dev.motif.algorithm.maximal.model.MaximalBiclique;
import dev.motif.algorithm.maximal.model.Pruning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Keeps the largest bicliques that a search has found so far; of equally large ones those that come first in the order
 * of {@link Biclique}, so that the result does not depend on the order in which workers find them. Thread-safe.
 */
final class LargestBicliques {
    /** The heap that a biclique takes here beside itself. */
    static final long NODE_BYTES = 40;

    private final int count;
    private final BicliqueSize size;
    private final Predicate<Biclique> wanted;

    /** The bicliques that are kept, each once, although devices find some again when one of them is lost. */
    private final TreeSet<Biclique> best;

    /** The size of the smallest biclique once enough are kept, 0 before. */
    private volatile long threshold;

    /**
     * @param count how many bicliques to keep, 1 or more
     * @param wanted which may be kept
     */
    LargestBicliques(int count, BicliqueSize size, Predicate<Biclique> wanted) {
        this.count = count;
        this.size = size;
        this.wanted = wanted;
        Comparator<Biclique> bestFirst =
                Comparator.comparingLong(this::sizeOf).reversed().thenComparing(Comparator.naturalOrder());
        this.best = new TreeSet<>(bestFirst);
    }

    private long sizeOf(Biclique biclique) {
        return size.of(biclique.left().length, biclique.right().length);
    }

    /** Tells a search to skip bicliques that are smaller than all that are kept. */
    Pruning pruning() {
        return new Pruning(size, () -> threshold, count == 1);
    }

    /** Keeps a copy of {@code biclique} if it is wanted and large enough. */
    void offer(MaximalBiclique biclique) {
        if (size.of(biclique.leftSize(), biclique.rightSize()) >= threshold) {
            Biclique copy = Biclique.copyOf(biclique);
            if (wanted.test(copy)) {
                add(copy);
            }
        }
    }

    private synchronized void add(Biclique biclique) {
        best.add(biclique);
        if (best.size() > count) {
            best.pollLast();
        }
        if (best.size() == count) {
            threshold = sizeOf(best.last());
        }
    }

    /** The bicliques that are kept, the largest first. */
    synchronized List<Biclique> list() {
        return new ArrayList<>(best);
    }
}
