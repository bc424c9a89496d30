package dev.motif.algorithm.biclique.list;

import dev.motif.backend.SearchCursor;
import dev.motif.backend.work.SearchProgress;

/** The (p,q)-bicliques of a graph. See {@link BicliqueListAlgorithm} for the search. */
public final class Bicliques extends SearchCursor<Biclique> {
    private final RootSets sets;
    private final boolean rootsAreLeft;
    private final int size;
    private final SearchProgress steps;

    /** The roots of the current bicliques. */
    private int[] roots;

    /** The indexes of the mates of the current biclique. */
    private final Subsets mates;

    /**
     * @param sets taken over
     * @param size the number of mates of a biclique
     */
    Bicliques(RootSets sets, boolean rootsAreLeft, int size, SearchProgress steps) {
        super(steps);
        this.sets = sets;
        this.rootsAreLeft = rootsAreLeft;
        this.size = size;
        this.steps = steps;
        this.mates = new Subsets(size);
    }

    @Override
    protected Biclique find() {
        while (!mates.next()) {
            if (!sets.next()) {
                return null;
            }
            roots = sets.roots();
            mates.of(sets.mateCount());
        }
        steps.add(size);
        int[] found = new int[size];
        for (int i = 0; i < size; i++) {
            found[i] = sets.mate(mates.element(i));
        }
        return rootsAreLeft ? new Biclique(roots, found) : new Biclique(found, roots);
    }

    @Override
    public void close() {
        sets.close();
    }
}
