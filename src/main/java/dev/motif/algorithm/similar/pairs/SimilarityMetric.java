package dev.motif.algorithm.similar.pairs;

import dev.motif.graph.TwoPathCounter;
import java.util.Arrays;
import java.util.List;

/**
 * How the value of two vertices follows from their common neighbors. Where it follows from how many there are, it is the
 * double nearest to the exact one, so that equal ones are equal, whatever numbers they are made of, and none comes before a
 * larger one. Where each has a {@link #weight}, the weights are rounded to 62 binary digits after the point and added up
 * without further rounding, so that the value is the same in any order: for both vertices, in every run, on every device.
 */
public enum SimilarityMetric {
    /** The number of common neighbors. */
    COUNT {
        @Override
        public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return common;
        }

        @Override
        public double atMost(long common, long degreeOfU) {
            return common;
        }
    },
    /** Common neighbors divided by the vertices that are neighbors of one or both. */
    JACCARD {
        @Override
        public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return ratio(common, degreeOfU + degreeOfV - common);
        }

        @Override
        public double atMost(long common, long degreeOfU) {
            return ratio(common, degreeOfU);
        }
    },
    /** Common neighbors divided by the smaller degree. */
    OVERLAP {
        @Override
        public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return ratio(common, Math.min(degreeOfU, degreeOfV));
        }
    },
    /** Common neighbors divided by the geometric mean of the degrees. */
    COSINE {
        @Override
        public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return overRoot(common, degreeOfU * degreeOfV);
        }

        @Override
        public double nearest(double about, long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return nearestOverRoot(about, common, degreeOfU * degreeOfV);
        }

        @Override
        public double atMost(long common, long degreeOfU) {
            return Math.sqrt(ratio(common, degreeOfU)) * ABOVE;
        }
    },
    /**
     * The cosine of closed neighborhoods, to which the vertex itself belongs: the structural similarity of SCAN. Xu et
     * al., KDD 2007, doi:10.1145/1281192.1281280.
     */
    STRUCTURAL {
        @Override
        public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return overRoot(common + (adjacent ? 2 : 0), (degreeOfU + 1) * (degreeOfV + 1));
        }

        @Override
        public double nearest(double about, long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return nearestOverRoot(about, common + (adjacent ? 2 : 0), (degreeOfU + 1) * (degreeOfV + 1));
        }
    },
    /** The vertices that are neighbors of one or both. */
    TOTAL_NEIGHBORS {
        @Override
        public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return degreeOfU + degreeOfV - common;
        }
    },
    /** The product of the degrees. */
    PREFERENTIAL_ATTACHMENT {
        @Override
        public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
            return degreeOfU * degreeOfV;
        }
    },
    /**
     * The sum of {@code 1 / ln(d)} over the common neighbors, of degrees d: rare ones count more. Adamic and Adar, Social
     * Networks 25(3), 2003, doi:10.1016/S0378-8733(03)00009-1.
     */
    ADAMIC_ADAR {
        @Override
        public double weight(long degree) {
            return 1 / StrictMath.log(degree);
        }
    },
    /** The sum of {@code 1 / d} over the common neighbors. Zhou, Lü and Zhang, 2009, doi:10.1140/epjb/e2009-00335-8. */
    RESOURCE_ALLOCATION {
        @Override
        public double weight(long degree) {
            return 1.0 / degree;
        }
    },
    /** The sum of {@code 1 / (d - 1)} over the common neighbors. Newman, 2001, doi:10.1103/PhysRevE.64.016132. */
    NEWMAN {
        @Override
        public double weight(long degree) {
            return 1.0 / (degree - 1);
        }
    };

    /** The metrics that do not depend on whether the two are adjacent. */
    public static final List<SimilarityMetric> OPEN =
            Arrays.stream(values()).filter(metric -> metric != STRUCTURAL).toList();

    /** The metrics that follow from the number of common neighbors. */
    public static final List<SimilarityMetric> OF_COUNTS =
            Arrays.stream(values()).filter(metric -> !metric.hasWeights()).toList();

    /** A value is less than {@link #about} times this, and more than that divided by this. */
    public static final double ABOVE = 1 + 1e-15;

    /** A factor above the rounding errors of a quotient of sums of 2^31 doubles. */
    private static final double ABOVE_SUMS = 1 + 0x1p-20;

    /** How many bits of a double follow its first one. */
    private static final int FRACTION_BITS = 52;

    private static final long FIRST_BIT = 1L << FRACTION_BITS;

    /** How much {@link #nearestOverRoot} may lose by leaving out low words. */
    private static final int LOW_WORDS = 4;

    /**
     * The value of two different vertices; 0 where it would be 0 divided by 0.
     *
     * @param common the number of neighbors that both have
     * @param adjacent whether the two are adjacent; matters for {@link #STRUCTURAL} only
     */
    public final double of(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
        return nearest(about(common, degreeOfU, degreeOfV, adjacent), common, degreeOfU, degreeOfV, adjacent);
    }

    /** The value but for roundings, which takes less time. Not for metrics with weights. */
    public double about(long common, long degreeOfU, long degreeOfV, boolean adjacent) {
        throw new UnsupportedOperationException(this + " is a sum of weights");
    }

    /** The weight of a common neighbor of this degree, 2 or more; 1 unless the metric has weights. */
    public double weight(long degree) {
        return 1;
    }

    /** Whether the value is a sum of weights of the common neighbors. */
    public boolean hasWeights() {
        return this == ADAMIC_ADAR || this == RESOURCE_ALLOCATION || this == NEWMAN;
    }

    /**
     * The off-heap bytes of a worker that counts the common neighbors of one of {@code vertices} vertices with all
     * others.
     */
    public long counterBytes(long vertices) {
        return hasWeights() ? TwoPathCounter.bytesWithWeights(vertices) : TwoPathCounter.bytes(vertices);
    }

    /** Whether no value is larger than 1. */
    public boolean isRatio() {
        return this == JACCARD || this == OVERLAP || this == COSINE || this == STRUCTURAL;
    }

    /** Whether relationships may have weights: {@link #COUNT}, {@link #JACCARD}, {@link #OVERLAP} and {@link #COSINE}. */
    public boolean isWeighable() {
        return this == COUNT || this == JACCARD || this == OVERLAP || this == COSINE;
    }

    /** Whether the weights of the two relationships to a common neighbor are multiplied; otherwise the smaller one counts. */
    public boolean multipliesWeights() {
        return this == COSINE;
    }

    /**
     * The value of two vertices whose relationships have weights, as Graph Data Science defines it; 0 where it would be 0
     * divided by 0.
     *
     * @param common the sum over the common neighbors
     * @param ofU the sum of the weights of the first vertex, for {@link #COSINE} of their squares
     * @param ofV the same of the second vertex
     */
    public double weighted(double common, double ofU, double ofV) {
        return switch (this) {
            case COUNT -> common;
            case JACCARD -> ratio(common, ofU + ofV - common);
            case OVERLAP -> ratio(common, Math.min(ofU, ofV));
            case COSINE -> ratio(common, Math.sqrt(ofU * ofV));
            default -> throw new IllegalStateException(name());
        };
    }

    /**
     * A factor that gives a bound of {@link #weighted} when it is multiplied by the sum over the common neighbors,
     * whatever the other vertex: the sum of its weights is that or more, but for roundings. There is no bound where the
     * product is no number.
     */
    public double weightedAtMost(double ofU) {
        return this == JACCARD ? ABOVE_SUMS / ofU : Double.POSITIVE_INFINITY;
    }

    /** The value, where it is known what it is {@code about}. */
    public double nearest(double about, long common, long degreeOfU, long degreeOfV, boolean adjacent) {
        return about;
    }

    /**
     * A bound of the value whatever the other degree, which is {@code common} or more.
     *
     * @param common the number of neighbors that both have
     */
    public double atMost(long common, long degreeOfU) {
        return Double.MAX_VALUE;
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    private static double overRoot(long part, long product) {
        return Math.sqrt(ratio((double) (part * part), product));
    }

    /**
     * The double nearest to {@code part / sqrt(product)}, with {@code part^2 <= product <= 2^62}. Where {@code near} is {@code
     * twice / 2^scale}, it is compared by {@code part^2 * 4^scale - twice^2 * product}, times a power of two that makes the
     * product large: the upper 64 bits of that, modulo 2^128, mostly tell whether it is a step away.
     */
    private static double nearestOverRoot(double near, long part, long product) {
        if (near == 0) {
            return 0;
        }
        long twice = significand(near) << 1;
        int zeros = Long.numberOfLeadingZeros(product) - 2;
        long scaled = product << zeros;
        long difference = exactHigh(part, near, zeros) - squareHigh(twice, scaled);
        long size = Math.abs(difference);
        long half = Math.multiplyHigh(2 * twice, scaled);
        if (Math.abs(size - half) <= LOW_WORDS || size > 2 * half || twice == 2 * FIRST_BIT) {
            return searchNearest(near, part, product);
        }
        long step = size < half ? 0 : difference >> Long.SIZE - 1 | 1;
        return Double.longBitsToDouble(Double.doubleToRawLongBits(near) + step);
    }

    private static double searchNearest(double about, long part, long product) {
        double near = about;
        while (isAboveMiddle(part, product, near)) {
            near = Math.nextUp(near);
        }
        while (!isAboveMiddle(part, product, Math.nextDown(near))) {
            near = Math.nextDown(near);
        }
        return near;
    }

    /**
     * Whether {@code part / sqrt(product)} is above the middle of a double near to it and the next one. With that middle as
     * {@code odd / 2^scale}, {@code part^2 * 4^scale} is compared with {@code odd^2 * product}: modulo 2^128, since they
     * differ by less than 2^127. They are never equal, since an equal {@code part / sqrt(product)} would have at most 32
     * significant bits, while {@code odd} has 54.
     */
    private static boolean isAboveMiddle(long part, long product, double near) {
        long odd = significand(near) << 1 | 1;
        long high = exactHigh(part, near, 0) - squareHigh(odd, product);
        return odd * odd * product == 0 ? high >= 0 : high > 0;
    }

    private static long significand(double value) {
        return Double.doubleToRawLongBits(value) & FIRST_BIT - 1 | FIRST_BIT;
    }

    /** The upper 64 of the lower 128 bits of {@code part^2 * 4^scale * 2^zeros}; all lower ones are 0. */
    private static long exactHigh(long part, double near, int zeros) {
        int shift = 2 * (FRACTION_BITS + 1 - Math.getExponent(near)) + zeros - Long.SIZE;
        return shift < Long.SIZE ? part * part << shift : 0;
    }

    /** The upper 64 of the lower 128 bits of {@code root^2 * product}. */
    private static long squareHigh(long root, long product) {
        long low = root * root;
        return Math.multiplyHigh(root, root) * product
                + Math.multiplyHigh(low, product)
                + (low >> Long.SIZE - 1 & product);
    }
}
