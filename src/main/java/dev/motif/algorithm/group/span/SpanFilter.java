package dev.motif.algorithm.group.span;

import dev.motif.algorithm.group.span.TimedGraph.Rows;
import dev.motif.backend.EdgeTimes;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.Arrays;

/**
 * Says which of the complete groups that are maximal in a window are maximal with a span: in no other window another vertex can
 * be added. Each is admitted in one window, the latest that holds it. For one worker.
 */
public final class SpanFilter {
    private final TimedGraph timed;
    private final Steps steps;

    /** When the windows begin that hold the group, and those that also hold another vertex. */
    private final Starts ofGroup = new Starts();

    private final Starts withAnother = new Starts();

    public SpanFilter(TimedGraph timed, Cancellation cancellation) {
        this.timed = timed;
        this.steps = new Steps(cancellation);
    }

    /**
     * Whether a biclique of the window that begins at {@code start} is to be returned.
     *
     * @param left ascending
     * @param right ascending
     */
    public boolean admits(int[] left, int[] right, long start) {
        ofGroup.setToAll();
        for (int u : left) {
            for (int v : right) {
                ofGroup.keep(timed.edge(0, u, v));
            }
        }
        return ofGroup.last() == start && !isExtendable(0, left, right) && !isExtendable(1, right, left);
    }

    /**
     * Whether a clique of the window that begins at {@code start} is to be returned.
     *
     * @param members ascending, 2 or more
     */
    public boolean admits(int[] members, long start) {
        ofGroup.setToAll();
        for (int i = 0; i < members.length; i++) {
            for (int j = 0; j < i; j++) {
                ofGroup.keep(timed.edge(0, members[i], members[j]));
            }
        }
        return ofGroup.last() == start && !isExtendable(0, members, members);
    }

    /** Tries the vertices of {@code side} that are neighbors of the vertex of {@code others} that has the fewest. */
    private boolean isExtendable(int side, int[] own, int[] others) {
        Rows rows = timed.rows(1 - side);
        long first = ofGroup.first();
        long last = EdgeTimes.plus(ofGroup.last(), timed.span());
        int least = others[0];
        long fewest = Long.MAX_VALUE;
        for (int other : others) {
            long slots = rows.after(other, last) - rows.from(other, first);
            if (slots < fewest) {
                fewest = slots;
                least = other;
            }
        }
        long end = rows.after(least, last);
        for (long at = rows.from(least, first); at < end; at++) {
            int candidate = rows.neighbors().get(at);
            if (Arrays.binarySearch(own, candidate) < 0 && isHeld(side, candidate, others)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a window holds the group with {@code candidate}. */
    private boolean isHeld(int side, int candidate, int[] others) {
        withAnother.setTo(ofGroup);
        for (int other : others) {
            long edge = timed.edge(side, candidate, other);
            if (edge < 0) {
                return false;
            }
            withAnother.keep(edge);
            if (withAnother.count == 0) {
                return false;
            }
        }
        return true;
    }

    /** Times as closed intervals, ascending and apart. */
    private final class Starts {
        private long[] from = new long[1];
        private long[] to = new long[1];
        private int count;
        private long[] spareFrom = new long[1];
        private long[] spareTo = new long[1];
        private long[] times = new long[1];

        void setToAll() {
            from[0] = Long.MIN_VALUE;
            to[0] = Long.MAX_VALUE;
            count = 1;
        }

        void setTo(Starts other) {
            if (from.length < other.count) {
                from = new long[other.from.length];
                to = new long[other.from.length];
            }
            System.arraycopy(other.from, 0, from, 0, other.count);
            System.arraycopy(other.to, 0, to, 0, other.count);
            count = other.count;
        }

        long first() {
            return from[0];
        }

        long last() {
            return to[count - 1];
        }

        /** Keeps the windows that hold a relationship of {@code edge}. */
        void keep(long edge) {
            EdgeTimes all = timed.times();
            int found = 0;
            for (long at = all.start(edge); at < all.end(edge); at++) {
                long time = all.times().get(at);
                if (count > 0 && time >= first() && EdgeTimes.minus(time, timed.span()) <= last()) {
                    if (found == times.length) {
                        times = Arrays.copyOf(times, 2 * found);
                    }
                    times[found++] = time;
                }
                steps.add();
            }
            Arrays.sort(times, 0, found);
            meet(found);
        }

        /** Keeps the times that are at most a span before one of the first {@code found} times. */
        private void meet(int found) {
            int kept = 0;
            int at = 0;
            int next = 0;
            while (at < count && next < found) {
                long low = EdgeTimes.minus(times[next], timed.span());
                long high = times[next];
                int after = next + 1;
                while (after < found && EdgeTimes.minus(times[after], timed.span()) <= high) {
                    high = times[after++];
                }
                while (at < count && to[at] < low) {
                    at++;
                }
                while (at < count && from[at] <= high) {
                    if (kept == spareFrom.length) {
                        spareFrom = Arrays.copyOf(spareFrom, 2 * kept);
                        spareTo = Arrays.copyOf(spareTo, 2 * kept);
                    }
                    spareFrom[kept] = Math.max(low, from[at]);
                    spareTo[kept++] = Math.min(high, to[at]);
                    if (to[at] > high) {
                        break;
                    }
                    at++;
                }
                next = after;
            }
            long[] before = from;
            from = spareFrom;
            spareFrom = before;
            before = to;
            to = spareTo;
            spareTo = before;
            count = kept;
        }
    }
}
