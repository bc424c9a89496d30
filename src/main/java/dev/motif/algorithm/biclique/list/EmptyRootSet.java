package dev.motif.algorithm.biclique.list;

/** The empty set of roots, all vertices of the other side being its mates. */
final class EmptyRootSet implements RootSets {
    private final int mateCount;
    private boolean begun;

    EmptyRootSet(int mateCount) {
        this.mateCount = mateCount;
    }

    @Override
    public boolean next() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    @Override
    public int[] roots() {
        return new int[0];
    }

    @Override
    public int mateCount() {
        return mateCount;
    }

    @Override
    public int mate(int index) {
        return index;
    }

    @Override
    public void close() {}
}
