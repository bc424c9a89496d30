package dev.motif.spark;

import dev.motif.backend.Backend;
import java.io.Serializable;
import java.time.Duration;

/**
 * How jobs are run. Immutable; the methods return changed copies.
 *
 * @param parts the most parts that the work of a job is divided into at first, in [0, 1000000]; 0 for four a core of the
 *     cluster
 * @param memoryLimit the most bytes off the heap that an executor may take for all graphs and all work on them, 0 or more; 0
 *     for half of the machine's memory beyond the largest heap of the executor. Where jobs differ, that of the newest task counts
 * @param slice how long a task works before it gives back what it has not begun, which other tasks go on with, above 0 and
 *     at most 365 days; null for as long as it takes. It ends the piece it is in, at first a sixteenth of its range, at least
 *     one start vertex
 * @param timeout after which time a job fails, above 0 and at most 365 days; null for never
 * @param backend {@link Backend#AUTO} for the GPU that Spark gave a task, where it did and the work can be done there, else
 *     the CPU; {@link Backend#GPU} for an error instead, and in a local session for the first GPU of the host
 */
public record Options(int parts, long memoryLimit, Duration slice, Duration timeout, Backend backend)
        implements Serializable {
    public static final Options DEFAULT = new Options(0, 0, null, null, Backend.AUTO);

    /** Of tasks that Spark can schedule. */
    static final int MOST_PARTS = 1_000_000;

    private static final Duration LONGEST = Duration.ofDays(365);

    /** @throws IllegalArgumentException when a value is out of its range */
    public Options {
        check("parts", "in [0, " + MOST_PARTS + "]", parts, parts >= 0 && parts <= MOST_PARTS);
        check("memoryLimit", "0 or more", memoryLimit, memoryLimit >= 0);
        checkTime("slice", slice);
        checkTime("timeout", timeout);
        check("backend", "AUTO, CPU or GPU", backend, backend != null);
    }

    private static void checkTime(String name, Duration time) {
        boolean isRight = time == null || !time.isNegative() && !time.isZero() && time.compareTo(LONGEST) <= 0;
        check(name, "above 0 and at most 365 days", time, isRight);
    }

    private static void check(String name, String range, Object value, boolean isRight) {
        if (!isRight) {
            throw new IllegalArgumentException("`" + name + "` must be " + range + ", got " + value);
        }
    }

    public Options withParts(int other) {
        return new Options(other, memoryLimit, slice, timeout, backend);
    }

    public Options withMemoryLimit(long other) {
        return new Options(parts, other, slice, timeout, backend);
    }

    public Options withSlice(Duration other) {
        return new Options(parts, memoryLimit, other, timeout, backend);
    }

    public Options withTimeout(Duration other) {
        return new Options(parts, memoryLimit, slice, other, backend);
    }

    public Options withBackend(Backend other) {
        return new Options(parts, memoryLimit, slice, timeout, other);
    }
}
