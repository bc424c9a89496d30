package dev.motif.algorithm.maximal.model;

/** What makes a biclique large. */
public enum BicliqueSize {
    /** Left times right vertices. */
    EDGES {
        @Override
        public long of(long left, long right) {
            return left * right;
        }
    },
    /** The smaller one of its sides: the largest balanced biclique within it. */
    BALANCED {
        @Override
        public long of(long left, long right) {
            return Math.min(left, right);
        }
    };

    /** Never falls when a side grows. */
    public abstract long of(long left, long right);
}
