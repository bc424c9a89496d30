package dev.motif.algorithm.group.list;

import dev.motif.algorithm.count.biclique.pivot.Leaf;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The (p,q)-bicliques of a graph while {@link BicliqueListAlgorithm} searches for leaves; the bicliques of a leaf are
 * made when they are asked for. Must be closed. For one thread.
 */
public final class Bicliques implements Iterator<ListedBiclique>, AutoCloseable {
    /** The leaves to come; null when there is only one. */
    private final SearchStream<Leaf> leaves;

    private final OfSide left;
    private final OfSide right;
    private final Steps steps;

    /** The left vertices of the current bicliques; null before the first of a leaf. */
    private int[] lefts;

    private ListedBiclique next;

    /** @param leaves taken over */
    Bicliques(SearchStream<Leaf> leaves, BicliqueListConfig config, Cancellation cancellation) {
        this.leaves = leaves;
        this.left = new OfSide(config.p());
        this.right = new OfSide(config.q());
        this.steps = new Steps(cancellation);
    }

    static Bicliques of(Leaf leaf, BicliqueListConfig config, Cancellation cancellation) {
        Bicliques all = new Bicliques(null, config, cancellation);
        all.begin(leaf);
        return all;
    }

    /** The vertices that bicliques of a leaf have on one side. */
    private static final class OfSide {
        private final int size;
        private int[] fixed = {};
        private int[] free = {};
        private Subsets chosen;

        OfSide(int size) {
            this.size = size;
        }

        void begin(int[] newFixed, int[] newFree) {
            fixed = newFixed;
            free = newFree;
            chosen = new Subsets(size - fixed.length);
            restart();
        }

        void restart() {
            chosen.of(free.length);
        }

        /** The next choice, ascending; null after the last. */
        int[] next() {
            if (!chosen.next()) {
                return null;
            }
            int[] vertices = Arrays.copyOf(fixed, size);
            for (int i = fixed.length; i < size; i++) {
                vertices[i] = free[chosen.element(i - fixed.length)];
            }
            Arrays.sort(vertices);
            return vertices;
        }
    }

    private void begin(Leaf leaf) {
        left.begin(leaf.left(), leaf.freeLeft());
        right.begin(leaf.right(), leaf.freeRight());
        lefts = left.next();
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            int[] rights = lefts == null ? null : right.next();
            if (rights != null) {
                next = biclique(rights);
            } else if (lefts != null) {
                lefts = left.next();
                right.restart();
            } else if (leaves != null && leaves.hasNext()) {
                begin(leaves.next());
            } else {
                return false;
            }
        }
        return true;
    }

    private ListedBiclique biclique(int[] rights) {
        steps.add(rights.length);
        return new ListedBiclique(lefts, rights);
    }

    @Override
    public ListedBiclique next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ListedBiclique now = next;
        next = null;
        return now;
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(leaves);
    }
}
