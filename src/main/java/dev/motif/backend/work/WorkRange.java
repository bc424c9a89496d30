package dev.motif.backend.work;

import dev.motif.graph.Csr;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * The positions in {@code [from, to)} of the work of a run, such as positions of vertices that a search starts from,
 * and about how much work they are. What belongs to no position, such as what a formula counts, belongs to the range
 * that begins at 0.
 *
 * @param weight 0 or more, in a unit of the algorithm's own
 */
public record WorkRange(long from, long to, double weight) implements Serializable {
    /** About how many slots of a graph stand for all, since one machine divides the work of many. */
    private static final long SAMPLE = 1 << 18;

    /** All positions, however many there are. */
    public static final List<WorkRange> ALL = List.of(new WorkRange(0, Long.MAX_VALUE, 0));

    /** How much work an edge is, at one of its ends. */
    @FunctionalInterface
    public interface EdgeWeight {
        double of(int u, int v);
    }

    /** @throws IllegalArgumentException when the range is not one */
    public WorkRange {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("a range must have 0 <= from <= to, got [" + from + ", " + to + ")");
        }
    }

    /**
     * Cuts the positions from 0 on into at most {@code parts} ranges of about equal weight; a single, empty one when
     * there is no position. A position that is heavier than a part is a range of its own.
     *
     * @param weight gives the weight of a position, 0 or more
     * @throws IllegalArgumentException when {@code parts} is less than 1
     */
    public static List<WorkRange> cut(long positions, LongToDoubleFunction weight, int parts) {
        return cut(0, positions, weight, parts, false);
    }

    /** Cuts this range into at most {@code parts} others in the same way. */
    public List<WorkRange> cut(LongToDoubleFunction positionWeight, int parts) {
        return cut(from, to, positionWeight, parts, false);
    }

    /**
     * Cuts the vertices into at most {@code parts} ranges, each lighter than the one before by about as much, so that
     * machines that take them in their order end together: trapezoid self-scheduling (Tzen and Ni 1993).
     *
     * @param weight 0 or more
     */
    public static List<WorkRange> cutTapered(Csr rows, EdgeWeight weight, int parts) {
        long stride = Long.highestOneBit(1 + rows.slotCount() / SAMPLE);
        LongToDoubleFunction ofVertex = vertex -> {
            int u = (int) vertex;
            double sum = 0;
            for (long slot = rows.start(u) + (-rows.start(u) & stride - 1); slot < rows.end(u); slot += stride) {
                sum += weight.of(u, rows.neighbor(slot));
            }
            return 1 + stride * sum;
        };
        return cut(0, rows.vertexCount(), ofVertex, parts, true);
    }

    private static List<WorkRange> cut(long from, long to, LongToDoubleFunction weight, int parts, boolean tapered) {
        if (parts < 1) {
            throw new IllegalArgumentException("`parts` must be 1 or more, got " + parts);
        }
        double left = 0;
        for (long position = from; position < to; position++) {
            left += weight.applyAsDouble(position);
        }
        List<WorkRange> ranges = new ArrayList<>();
        long start = from;
        double own = 0;
        for (long position = from; position < to; position++) {
            double more = weight.applyAsDouble(position);
            // Closed before a position that is more over the fair share than without it the range is below.
            int moreRanges = parts - ranges.size();
            double fair = tapered ? 2 * left / (moreRanges + 1.0) : left / moreRanges;
            if (position > start && moreRanges > 1 && own + more / 2 > fair) {
                ranges.add(new WorkRange(start, position, own));
                left -= own;
                start = position;
                own = 0;
            }
            own += more;
        }
        ranges.add(new WorkRange(start, to, own));
        return ranges;
    }
}
