package dev.motif.algorithm.group.biclique.model;

public enum BicliqueSize {
    /** The number of edges: left times right vertices. */
    EDGES {
        @Override
        public long of(long left, long right) {
            return left * right;
        }

        @Override
        public long leastOfSide(long size, long other) {
            return size == 0 ? 0 : other == 0 ? Long.MAX_VALUE : (size - 1) / other + 1;
        }
    },
    /** The number of vertices of the smaller side: how large a biclique with two equal sides it holds. */
    BALANCED {
        @Override
        public long of(long left, long right) {
            return Math.min(left, right);
        }

        @Override
        public long leastOfSide(long size, long other) {
            return size;
        }
    };

    /** The size of a biclique with these numbers of left and right vertices. It never falls when a side grows. */
    public abstract long of(long left, long right);

    /** The fewest vertices of one side with which a biclique with {@code other} vertices on the other side has this size. */
    public abstract long leastOfSide(long size, long other);
}
