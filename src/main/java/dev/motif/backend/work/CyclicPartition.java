package dev.motif.backend.work;

import dev.motif.backend.work.DynamicSchedule.Range;

/**
 * Tasks in order of their work, the heaviest first, dealt out to chunks of about the same work each: chunk {@code h} has the
 * tasks {@code h}, {@code h + count}, {@code h + 2 count} and so on. Devices claim chunks, since a few of the first tasks may
 * be nearly all of the work. What a device claims is in the same order again: task {@code i} of chunks {@code [from, to)} is
 * task {@code i / n * count + from + i % n} of all, with {@code n = to - from}.
 *
 * @param tasks the number of all tasks
 * @param count the number of chunks
 */
public record CyclicPartition(long tasks, long count) {
    /** The most chunks: more would cost claims without making the ends more even. */
    private static final long MOST = 1024;

    /** Splits {@code tasks} tasks into at most {@value #MOST} chunks; into none without tasks. */
    public static CyclicPartition of(long tasks) {
        return new CyclicPartition(tasks, Math.min(tasks, MOST));
    }

    /** The number of the first {@code below} tasks that some chunks have. */
    public long tasksBelow(long below, Range chunks) {
        long held = chunks.to() - chunks.from();
        return below == 0 ? 0 : below / count * held + Math.max(0, Math.min(held, below % count - chunks.from()));
    }

    /** The number of tasks of some chunks. */
    public long tasksOf(Range chunks) {
        return tasksBelow(tasks, chunks);
    }

    /** Whether these are all chunks, which have the tasks in their own order. */
    public boolean areAll(Range chunks) {
        return chunks.to() - chunks.from() == count;
    }

    /** The number of chunks that have about {@code wanted} tasks; at least 1. */
    public long countOf(long wanted) {
        return Math.max(1, (long) Math.ceil((double) wanted * count / Math.max(1, tasks)));
    }
}
