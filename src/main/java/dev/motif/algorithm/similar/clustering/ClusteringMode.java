package dev.motif.algorithm.similar.clustering;

/** The local clustering coefficients of bipartite graphs in the literature; {@link ClusteringAlgorithm} defines them. */
public enum ClusteringMode {
    /** The mean share of common neighbors in all neighbors of the two. */
    DOT {
        @Override
        double of(long common, long degreeOfU, long degreeOfV) {
            return (double) common / (degreeOfU + degreeOfV - common);
        }
    },
    /** The mean share of common neighbors in the neighbors of the one with fewer. */
    MIN {
        @Override
        double of(long common, long degreeOfU, long degreeOfV) {
            return (double) common / Math.min(degreeOfU, degreeOfV);
        }
    },
    /** The mean share of common neighbors in the neighbors of the one with more. */
    MAX {
        @Override
        double of(long common, long degreeOfU, long degreeOfV) {
            return (double) common / Math.max(degreeOfU, degreeOfV);
        }
    },
    /** The share of possible squares that there are. */
    SQUARE {
        @Override
        double of(long common, long degreeOfU, long degreeOfV) {
            throw new UnsupportedOperationException("squares are not counted by pairs");
        }
    };

    /** The value of two vertices with common neighbors, one or more. */
    abstract double of(long common, long degreeOfU, long degreeOfV);
}
