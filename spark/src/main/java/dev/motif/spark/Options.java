package dev.motif.spark;

import dev.motif.backend.Backend;
import java.io.Serializable;
import java.time.Duration;

/**
 * How jobs are run. Immutable; the methods return changed copies.
 *
 * @param parts the most parts that the work of a job is divided into; 0 for four a core of the cluster
 * @param memoryLimit the most bytes off the heap that an executor may take for a graph and all work on it; 0 for half of
 *     the machine's memory beyond the largest heap of the executor
 * @param slice how long a task works before it gives back what it has not begun, which another task goes on with; null
 *     for as long as it takes
 * @param timeout after which time a job fails; null for never
 * @param backend {@link Backend#AUTO} for the GPU that Spark gave a task, where it did and the work can be done there, else
 *     the CPU; {@link Backend#GPU} for an error instead, and in a local session for the first GPU of the host
 */
public record Options(int parts, long memoryLimit, Duration slice, Duration timeout, Backend backend)
        implements Serializable {
    public static final Options DEFAULT = new Options(0, 0, null, null, Backend.AUTO);

    /** @throws IllegalArgumentException when a value is out of its range */
    public Options {
        check("parts", "0 or more", parts, parts >= 0);
        check("memoryLimit", "0 or more", memoryLimit, memoryLimit >= 0);
        check("slice", "above 0", slice, isPositive(slice));
        check("timeout", "above 0", timeout, isPositive(timeout));
        check("backend", "AUTO, CPU or GPU", backend, backend != null);
    }

    private static boolean isPositive(Duration time) {
        return time == null || !time.isNegative() && !time.isZero();
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
