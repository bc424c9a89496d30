package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.cypher.config.Configuration;

/** Reads which cliques to count from the parameters of a call. Procedures and the bench share it. */
public final class KCliqueParameters {
    private KCliqueParameters() {}

    /**
     * Reads a request for totals: of the size {@code k}, of all sizes from {@code minK} to {@code maxK}, or of every
     * size.
     *
     * @throws IllegalArgumentException when a value is wrong, or {@code k} is given beside one of the other two
     */
    public static KCliqueConfig sizes(Configuration given) {
        return sizes(given, Result.TOTAL);
    }

    /** Reads the sizes of a call by what is counted; see {@link #sizes(Configuration)}. */
    public static KCliqueConfig sizes(Configuration given, Result result) {
        if (isOneSize(given)) {
            return oneSize(given, result);
        }
        int minK = size(given, "minK", KCliqueConfig.MIN_SIZE);
        return config(given, minK, size(given, "maxK", KCliqueConfig.ALL), result);
    }

    /**
     * Whether {@code k} asks for one size, rather than {@code minK} and {@code maxK} for several.
     *
     * @throws IllegalArgumentException when keys of both are given
     */
    public static boolean isOneSize(Configuration given) {
        boolean one = given.has("k");
        boolean several = given.has("minK") | given.has("maxK");
        if (one && several) {
            throw new IllegalArgumentException(
                    "`k` is for one size, `minK` and `maxK` are for several: only one of the two must be given");
        }
        return one;
    }

    /**
     * Reads a request for cliques of the size {@code k}, which must be given.
     *
     * @throws IllegalArgumentException when a value is wrong, or {@code k} is missing
     */
    public static KCliqueConfig oneSize(Configuration given, Result result) {
        int k = given.requiredInteger("k", KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
        return config(given, k, k, result);
    }

    private static int size(Configuration given, String key, int fallback) {
        return given.integer(key, fallback, KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE);
    }

    private static KCliqueConfig config(Configuration given, int minK, int maxK, Result result) {
        return KCliqueConfig.of(minK, maxK, result).withTimeoutMillis(given.timeoutMillis());
    }
}
