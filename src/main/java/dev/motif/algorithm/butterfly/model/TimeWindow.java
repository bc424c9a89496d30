package dev.motif.algorithm.butterfly.model;

import dev.motif.backend.EdgeTimes;
import java.io.Serializable;

/**
 * Counts only butterflies whose four relationships happened within a window of time.
 *
 * @param length the most that the last of them may be later than the first, 0 or more
 * @param times when the relationships of each edge happened; null while only the size of a graph is known
 */
public record TimeWindow(long length, EdgeTimes times) implements Serializable {
    /** @throws IllegalArgumentException when {@code length} is negative */
    public TimeWindow {
        if (length < 0) {
            throw new IllegalArgumentException("`window` must be 0 or more, got " + length);
        }
    }
}
