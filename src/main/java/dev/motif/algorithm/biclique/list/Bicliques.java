package dev.motif.algorithm.biclique.list;

import dev.motif.parallel.Cancellation;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * The (p,q)-bicliques of a graph while {@link BicliqueListAlgorithm} searches their sets of roots; mates are chosen when
 * a biclique is asked for. Must be closed. For one thread.
 */
public final class Bicliques implements Iterator<Biclique>, AutoCloseable {
    /** Steps between two looks at the cancellation: some milliseconds. */
    private static final long STEPS_PER_POLL = 1 << 20;

    /** The sets to come; null when there is only one. */
    private final RootSets sets;

    private final boolean rootsAreLeft;
    private final int size;
    private final Cancellation cancellation;

    /** The set of the current bicliques, and the indexes of the mates of the current one. */
    private RootSet set;

    private final Subsets mates;
    private Biclique next;
    private long steps;

    /**
     * @param sets taken over
     * @param size the number of mates of a biclique
     */
    Bicliques(RootSets sets, boolean rootsAreLeft, int size, Cancellation cancellation) {
        this.sets = sets;
        this.rootsAreLeft = rootsAreLeft;
        this.size = size;
        this.cancellation = cancellation;
        this.mates = new Subsets(size);
    }

    /** The bicliques without roots, of any of {@code count} vertices. */
    static Bicliques withoutRoots(int count, boolean rootsAreLeft, int size, Cancellation cancellation) {
        Bicliques all = new Bicliques(null, rootsAreLeft, size, cancellation);
        all.begin(new RootSet(new int[0], IntStream.range(0, count).toArray()));
        return all;
    }

    private void begin(RootSet newSet) {
        set = newSet;
        mates.of(set.mates().length);
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (mates.next()) {
                next = biclique();
            } else if (sets != null && sets.hasNext()) {
                begin(sets.next());
            } else {
                return false;
            }
        }
        return true;
    }

    private Biclique biclique() {
        steps += size;
        if (steps >= STEPS_PER_POLL) {
            steps = 0;
            cancellation.check();
        }
        int[] chosen = new int[size];
        for (int i = 0; i < size; i++) {
            chosen[i] = set.mates()[mates.element(i)];
        }
        return rootsAreLeft ? new Biclique(set.roots(), chosen) : new Biclique(chosen, set.roots());
    }

    @Override
    public Biclique next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Biclique now = next;
        next = null;
        return now;
    }

    @Override
    public void close() {
        if (sets != null) {
            sets.close();
        }
    }
}
