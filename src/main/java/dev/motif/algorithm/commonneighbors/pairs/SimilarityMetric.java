package dev.motif.algorithm.commonneighbors.pairs;

/** What is made of the number of common neighbors of two vertices. */
public enum SimilarityMetric {
    /** The number itself. */
    COUNT {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return common;
        }
    },
    /** Common neighbors / neighbors of either. */
    JACCARD {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common, degreeOfU + degreeOfV - common);
        }
    },
    /** Common neighbors / neighbors of the one that has fewer. */
    OVERLAP {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common, Math.min(degreeOfU, degreeOfV));
        }
    },
    /** Common neighbors / geometric mean of the degrees. */
    COSINE {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common, Math.sqrt(degreeOfU * degreeOfV));
        }
    },
    /**
     * The cosine of closed neighborhoods, which hold the vertex itself: the structural similarity of SCAN. Xu et al.,
     * KDD 2007, doi:10.1145/1281192.1281280.
     */
    STRUCTURAL {
        @Override
        public double of(long common, double degreeOfU, double degreeOfV, boolean adjacent) {
            return ratio(common + (adjacent ? 2 : 0), Math.sqrt((degreeOfU + 1) * (degreeOfV + 1)));
        }
    };

    /**
     * The value of two different vertices; 0 where nothing would be divided by nothing.
     *
     * @param common the neighbors that both have
     */
    public abstract double of(long common, double degreeOfU, double degreeOfV, boolean adjacent);

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
