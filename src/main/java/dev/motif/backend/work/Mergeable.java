package dev.motif.backend.work;

import dev.motif.parallel.Workers;
import java.io.Serializable;
import java.util.List;

/**
 * The result of a part of a run's work, to which the results of the other parts can be added.
 *
 * @param <R> the class itself
 */
public interface Mergeable<R> extends AutoCloseable, Serializable {
    /**
     * The sum of this result, whose arrays the sum takes over, and of others, which stay as they are: results of the same
     * algorithm, configuration and graph on other ranges.
     *
     * @throws ArithmeticException when a count is too large; then this still owns its arrays
     */
    R plus(List<R> others, Workers workers);

    @Override
    void close();
}
