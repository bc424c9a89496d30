package dev.motif.backend.work;

import dev.motif.backend.work.DynamicSchedule.Range;

/**
 * Tasks in order of their work, the heaviest first, dealt out to hands of about the same work each: hand {@code h} has the
 * tasks {@code h}, {@code h + count}, {@code h + 2 count} and so on. Devices claim hands, since a few of the first tasks may
 * be nearly all of the work. What a device claims is in the same order again: task {@code i} of hands {@code [from, to)} is
 * task {@code i / n * count + from + i % n} of all, with {@code n = to - from}.
 *
 * @param tasks how many there are
 * @param count the number of hands
 */
public record CyclicPartition(long tasks, long count) {
    /** More would cost claims without making the ends more even. */
    private static final long MOST = 1024;

    /** As many hands as are useful; none without tasks. */
    public static CyclicPartition of(long tasks) {
        return new CyclicPartition(tasks, Math.min(tasks, MOST));
    }

    /** How many of the first {@code below} tasks some hands have. */
    public long tasksBelow(long below, Range hands) {
        long held = hands.to() - hands.from();
        return below == 0 ? 0 : below / count * held + Math.max(0, Math.min(held, below % count - hands.from()));
    }

    /** How many tasks some hands have. */
    public long tasksOf(Range hands) {
        return tasksBelow(tasks, hands);
    }

    /** Whether these are all hands, which have the tasks in their own order. */
    public boolean areAll(Range hands) {
        return hands.to() - hands.from() == count;
    }

    /** About how many hands have so many of the tasks, 1 or more. */
    public long countOf(long wanted) {
        return Math.max(1, (long) Math.ceil((double) wanted * count / Math.max(1, tasks)));
    }
}
