package dev.motif.algorithm.commonneighbors.pairs;

/** How the value of two vertices follows from the number of their common neighbors. */
public enum SimilarityMetric {
    /** The number of common neighbors. */
    COUNT {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return common;
        }
    },
    /** Common neighbors divided by the vertices that are neighbors of one or both. */
    JACCARD {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common, degreeOfU + degreeOfV - common);
        }

        @Override
        public double atMost(long common, double degreeOfU) {
            return ratio(common, degreeOfU);
        }
    },
    /** Common neighbors divided by the smaller degree. */
    OVERLAP {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common, Math.min(degreeOfU, degreeOfV));
        }
    },
    /** Common neighbors divided by the geometric mean of the degrees. */
    COSINE {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common, Math.sqrt(degreeOfU * degreeOfV));
        }

        @Override
        public double atMost(long common, double degreeOfU) {
            return ratio(common, Math.sqrt(degreeOfU * common));
        }
    },
    /**
     * The cosine of closed neighborhoods, to which the vertex itself belongs: the structural similarity of SCAN. Xu et
     * al., KDD 2007, doi:10.1145/1281192.1281280.
     */
    STRUCTURAL {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common + (adjacent ? 2 : 0), Math.sqrt((degreeOfU + 1) * (degreeOfV + 1)));
        }
    };

    /**
     * The value of two different vertices; 0 where it would be 0 divided by 0.
     *
     * @param common the number of neighbors that both have
     * @param adjacent whether the two are adjacent; matters for {@link #STRUCTURAL} only
     */
    public abstract double of(long common, double degreeOfU, double degreeOfV, boolean adjacent);

    /**
     * A bound of the value whatever the other degree, which is {@code common} or more.
     *
     * @param common the number of neighbors that both have
     */
    public double atMost(long common, double degreeOfU) {
        return Double.MAX_VALUE;
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
