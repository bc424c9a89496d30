package dev.motif.backend.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The positions of some ranges of a run's work, ascending and numbered from 0 on. */
public final class Positions {
    private final long[] from;

    /** The number of the first position of each range, then the number of all positions. */
    private final long[] first;

    private final List<WorkRange> ranges;
    private final boolean haveStart;

    private Positions(List<WorkRange> ranges, boolean haveStart) {
        this.ranges = List.copyOf(ranges);
        this.from = ranges.stream().mapToLong(WorkRange::from).toArray();
        this.first = new long[ranges.size() + 1];
        for (int i = 0; i < ranges.size(); i++) {
            first[i + 1] = first[i] + ranges.get(i).to() - ranges.get(i).from();
        }
        this.haveStart = haveStart;
    }

    /** The positions from 0 to {@code count - 1}. */
    public static Positions all(long count) {
        return of(WorkRange.ALL, count);
    }

    /**
     * The positions of {@code ranges} that exist.
     *
     * @param ranges in any order
     * @param count the number of positions of all the work
     * @throws IllegalArgumentException when two ranges have a position in common
     */
    public static Positions of(List<WorkRange> ranges, long count) {
        List<WorkRange> within = new ArrayList<>();
        for (WorkRange range : ranges) {
            if (range.from() < Math.min(range.to(), count)) {
                within.add(new WorkRange(range.from(), Math.min(range.to(), count), range.weight()));
            }
        }
        within.sort(Comparator.comparingLong(WorkRange::from));
        for (int i = 1; i < within.size(); i++) {
            if (within.get(i).from() < within.get(i - 1).to()) {
                throw new IllegalArgumentException(
                        "ranges must have no position in common, got " + within.get(i - 1) + " and " + within.get(i));
            }
        }
        return new Positions(within, ranges.stream().anyMatch(range -> range.from() == 0));
    }

    public long count() {
        return first[from.length];
    }

    /** The {@code i}-th of these positions, from 0 on. */
    public long at(long i) {
        int low = 0;
        int high = from.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (first[middle] <= i) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return from[low] + i - first[low];
    }

    /** The positions as ranges, in ascending order. */
    public List<WorkRange> ranges() {
        return ranges;
    }

    /** Whether one of the ranges begins at 0, so that what belongs to no position belongs here. */
    public boolean haveStart() {
        return haveStart;
    }
}
