package dev.motif.spark.parts;

import dev.motif.backend.work.WorkRange;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * How the rows of a part are shared out: a task has one of {@code ranges} in memory, and beside it one of {@code blocks} after
 * the other.
 *
 * @param part such as {@code "left"}
 * @param bytes the most bytes off the heap that a task takes
 * @param memoryLimit those of all tasks of an executor
 */
public record Plan(String part, List<WorkRange> ranges, List<WorkRange> blocks, long bytes, long memoryLimit)
        implements Serializable {
    /** The budget of a task, a part of that of its executor. */
    NativeMemory memory() {
        NativeMemory.Limit ofTask =
                new NativeMemory.Limit("part of a task", OffHeapMemoryException.LIMIT_PROPERTY, bytes);
        return ExecutorMemory.limitedTo(memoryLimit).part(ofTask);
    }

    /**
     * The bytes that rows take in memory.
     *
     * @param row for each row
     * @param slot for each of its elements
     */
    record Cost(long row, long slot) {}

    /**
     * The memory of counting.
     *
     * @param range of a range's rows
     * @param block of a block's rows
     * @param fixed what is there in any case
     */
    record Costs(Cost range, Cost block, long fixed) {}

    /**
     * Shares out the rows of a part.
     *
     * @param wanted the fewest ranges, if there are as many rows
     * @param memoryLimit the bytes of all tasks of an executor
     * @param tasks how many of them there are at a time
     * @throws IllegalStateException when a single row does not fit
     */
    static Plan of(FileArrays arrays, String part, Costs costs, int wanted, long memoryLimit, int tasks) {
        long bytes = memoryLimit / tasks;
        long half = (bytes - costs.fixed) / 2;
        try (FileArrays.Reader reader = arrays.reader()) {
            FileArrays.Reader.Walk offsets = reader.walk(part + ".offsets");
            long rows = arrays.vertices(part);
            long longest = 0;
            for (long u = 0; u < rows; u++) {
                longest = Math.max(longest, offsets.get(u + 1) - offsets.get(u));
            }
            long least = 2 * Math.max(bytes(costs.range, longest), bytes(costs.block, longest)) + costs.fixed;
            if (least > bytes) {
                throw new IllegalStateException("`memoryLimit` must be " + Math.multiplyExact(least, tasks)
                        + " bytes or more for this graph and " + tasks + " tasks at a time, got " + memoryLimit);
            }
            return new Plan(
                    part,
                    cut(offsets, rows, costs.range, half, wanted),
                    cut(offsets, rows, costs.block, half, 1),
                    bytes,
                    memoryLimit);
        }
    }

    private static long bytes(Cost cost, long degree) {
        return cost.row + cost.slot * degree;
    }

    /** Ranges that take {@code most} bytes at most, and about a {@code wanted}-th of all. */
    private static List<WorkRange> cut(FileArrays.Reader.Walk offsets, long rows, Cost cost, long most, int wanted) {
        double all = (double) cost.row * rows + (double) cost.slot * (rows == 0 ? 0 : offsets.get(rows));
        double fair = Math.min(most, all / wanted);
        List<WorkRange> ranges = new ArrayList<>();
        long start = 0;
        double own = 0;
        for (long u = 0; u < rows; u++) {
            long more = bytes(cost, offsets.get(u + 1) - offsets.get(u));
            if (u > start && own + more > fair) {
                ranges.add(new WorkRange(start, u, own));
                start = u;
                own = 0;
            }
            own += more;
        }
        ranges.add(new WorkRange(start, rows, own));
        return ranges;
    }
}
