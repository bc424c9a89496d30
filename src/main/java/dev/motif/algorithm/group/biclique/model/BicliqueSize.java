package dev.motif.algorithm.group.biclique.model;

public enum BicliqueSize {
    /** The number of edges: left times right vertices. */
    EDGES {
        @Override
        public long of(long left, long right) {
            return left * right;
        }
    },
    /** The number of vertices of the smaller side: how large a biclique with two equal sides it holds. */
    BALANCED {
        @Override
        public long of(long left, long right) {
            return Math.min(left, right);
        }
    };

    /** The size of a biclique with these numbers of left and right vertices. It never falls when a side grows. */
    public abstract long of(long left, long right);
}
