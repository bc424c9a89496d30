package dev.motif.algorithm.count.cycle;

import dev.motif.backend.EdgeTimes;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;

/**
 * Searches cycles whose relationships come one after the other in time, the last of them no more than a window after the
 * first. Each is met once, from its first relationship.
 *
 * <p>From the start of that relationship the search goes back against directions and time, and notes for each vertex the
 * latest time at which a way back leaves it that is in the order of time and within the window; the vertices of the way
 * may repeat. A path forward goes to a vertex only before that time, or where the way would have more relationships than
 * were followed back.
 *
 * <p>The state of one worker; its scope owns the memory. Source: Kumar and Calders, "2SCENT: an efficient algorithm to
 * enumerate all simple temporal cycles", PVLDB 11(11), 2018, doi:10.14778/3236187.3236197, for the cycles and for the idea
 * to find the vertices on ways back first.
 */
final class TemporalCycleSearch {
    private final TimedArcs arcs;
    private final CycleConfig config;
    private final Visitor visitor;
    private final int max;

    /** The most relationships of a way back. */
    private final int radius;

    /** The latest time at which a way back leaves each vertex, where one is known. */
    private final OffHeapLongs latest;

    /** How many relationships ways back had when each vertex was last put into {@link #next}; 0 without a way. */
    private final OffHeapInts rounds;

    private final OffHeapInts reached;
    private long reachedCount;
    private OffHeapInts now;
    private OffHeapInts next;
    private long nextCount;

    private final int[] path;
    private final long[] pathArcs;

    /** When the last relationship must have come. */
    private long end;

    private Steps steps;

    /** Receives a cycle. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param vertices the vertices, from the start of the first relationship on; an array that is used again
         * @param arcs the numbers of the relationships, from the first on; an array that is used again
         * @param length how many there are of each
         */
        void visit(int[] vertices, long[] arcs, int length);
    }

    TemporalCycleSearch(TimedArcs arcs, CycleConfig config, Visitor visitor, OffHeapScope scope) {
        this.arcs = arcs;
        this.config = config;
        this.visitor = visitor;
        this.max = config.maxLength();
        this.radius = Math.max(1, max - 2);
        this.path = new int[max];
        this.pathArcs = new long[max];
        this.latest = scope.longs(arcs.vertexCount());
        this.rounds = scope.zeroedInts(arcs.vertexCount());
        this.reached = scope.ints(arcs.vertexCount());
        this.now = scope.ints(arcs.vertexCount());
        this.next = scope.ints(arcs.vertexCount());
    }

    /** The off-heap bytes of one. */
    static long bytes(long vertices) {
        return vertices * (Long.BYTES + 4L * Integer.BYTES);
    }

    /** Searches the cycles whose first relationship has one of these numbers. */
    void search(long from, long to, Steps counted) {
        steps = counted;
        for (long arc = from; arc < to; arc++) {
            searchFrom(arcs.sources().get(arc), arc);
        }
    }

    private void searchFrom(int root, long first) {
        long begin = arcs.times().get(first);
        int second = arcs.targets().get(first);
        end = EdgeTimes.plus(begin, config.window().length());
        long leaving = arcs.firstAfter(second, begin);
        steps.add();
        if (leaving == arcs.end(second) || arcs.times().get(leaving) > end) {
            return;
        }
        goBack(root, begin);
        if (reachedCount > 0 && allows(second, begin, max - 1)) {
            path[0] = root;
            path[1] = second;
            pathArcs[0] = first;
            extend(1);
        }
        forget();
    }

    /** Notes the ways back to the root that begin after {@code begin}. */
    private void goBack(int root, long begin) {
        if (begin == Long.MAX_VALUE) {
            return;
        }
        nextCount = 0;
        goBack(root, root, begin, end, 1);
        for (int round = 2; round <= radius && nextCount > 0; round++) {
            OffHeapInts swap = now;
            now = next;
            next = swap;
            long count = nextCount;
            nextCount = 0;
            for (long i = 0; i < count; i++) {
                int vertex = now.get(i);
                goBack(root, vertex, begin, latest.get(vertex) - 1, round);
            }
        }
    }

    /** Goes back over the relationships to {@code vertex} after {@code begin} and until {@code last}. */
    private void goBack(int root, int vertex, long begin, long last, int round) {
        long from = arcs.firstIncomingFrom(vertex, begin + 1);
        long to = arcs.inStarts().get(vertex + 1L);
        long place = from;
        for (; place < to; place++) {
            long arc = arcs.incoming().get(place);
            long time = arcs.times().get(arc);
            if (time > last) {
                break;
            }
            note(root, arcs.sources().get(arc), time, round);
        }
        steps.add(place - from + 1);
    }

    private void note(int root, int vertex, long time, int round) {
        int before = rounds.get(vertex);
        if (vertex == root || before > 0 && time <= latest.get(vertex)) {
            return;
        }
        if (before == 0) {
            reached.set(reachedCount++, vertex);
        }
        latest.set(vertex, time);
        if (before != round) {
            rounds.set(vertex, round);
            next.set(nextCount++, vertex);
        }
    }

    private void forget() {
        for (long i = 0; i < reachedCount; i++) {
            rounds.set(reached.get(i), 0);
        }
        steps.add(reachedCount);
        reachedCount = 0;
    }

    /** Whether a path may come to {@code vertex} at {@code time} with a number of relationships left. */
    private boolean allows(int vertex, long time, int left) {
        return left > radius || rounds.get(vertex) > 0 && latest.get(vertex) > time;
    }

    /** Searches the cycles that begin with the path, which has {@code length} relationships. */
    private void extend(int length) {
        int vertex = path[length];
        long before = pathArcs[length - 1];
        long from = arcs.firstAfter(vertex, arcs.times().get(before));
        long arc = from;
        for (; arc < arcs.end(vertex) && arcs.times().get(arc) <= end; arc++) {
            int target = arcs.targets().get(arc);
            if (target == path[0]) {
                if (length + 1 >= config.minLength() && follows(before, arc)) {
                    pathArcs[length] = arc;
                    visitor.visit(path, pathArcs, length + 1);
                }
            } else if (length + 1 < max
                    && allows(target, arcs.times().get(arc), max - length - 1)
                    && follows(before, arc)
                    && !visits(target, length)) {
                path[length + 1] = target;
                pathArcs[length] = arc;
                extend(length + 1);
            }
        }
        steps.add(arc - from + 1);
    }

    private boolean visits(int vertex, int length) {
        for (int i = 1; i <= length; i++) {
            if (path[i] == vertex) {
                return true;
            }
        }
        return false;
    }

    /** Whether the amount of a relationship is at most the amount before, and less by no more than the tolerance. */
    private boolean follows(long before, long arc) {
        if (!config.hasTolerance()) {
            return true;
        }
        double larger = config.amounts().of(arcs.indexes().get(before));
        double amount = config.amounts().of(arcs.indexes().get(arc));
        return amount <= larger && amount >= (1 - config.tolerance()) * larger;
    }
}
