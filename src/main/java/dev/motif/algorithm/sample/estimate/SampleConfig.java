package dev.motif.algorithm.sample.estimate;

import java.io.Serializable;

/**
 * When sampling ends, and where it begins.
 *
 * @param confidence the chance that an interval holds the count, in [{@value #MIN_CONFIDENCE}, {@value
 *     #MAX_CONFIDENCE}]
 * @param relativeError sampling of a count ends when its interval reaches about this part of the estimate to either
 *     side, in [{@value #MIN_ERROR}, 1]
 * @param timeoutMillis when sampling of all counts ends at the latest, in milliseconds; 0 for never
 * @param seed begins the random numbers; the same seed gives the same estimates, as long as no timeout ends them
 */
public record SampleConfig(double confidence, double relativeError, long timeoutMillis, long seed)
        implements Serializable {
    public static final double MIN_CONFIDENCE = 0.5;
    public static final double MAX_CONFIDENCE = 0.9999;
    public static final double MIN_ERROR = 0.0001;

    /** 95 % of the intervals hold the count, and reach 1 % to either side; after a minute at the latest. */
    public static final SampleConfig DEFAULT = new SampleConfig(0.95, 0.01, 60_000, 1);

    /** @throws IllegalArgumentException when a value is out of its range */
    public SampleConfig {
        check("confidence", confidence, MIN_CONFIDENCE, MAX_CONFIDENCE);
        check("relativeError", relativeError, MIN_ERROR, 1);
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("`timeoutMillis` must be 0 or more, got " + timeoutMillis);
        }
    }

    private static void check(String name, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException("`" + name + "` must be in [" + min + ", " + max + "], got " + value);
        }
    }

    public SampleConfig withSeed(long other) {
        return new SampleConfig(confidence, relativeError, timeoutMillis, other);
    }
}
