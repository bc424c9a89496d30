package dev.motif.algorithm.sample.estimate;

import java.io.Serializable;
import java.util.List;

/**
 * The estimates of several counts, in the order of the algorithm that sampled.
 *
 * @param counts what it says about each of them
 */
public record SampleResult(List<SampledCount> counts) implements AutoCloseable, Serializable {
    public SampleResult {
        counts = List.copyOf(counts);
    }

    /** Holds no memory off the heap. */
    @Override
    public void close() {}
}
