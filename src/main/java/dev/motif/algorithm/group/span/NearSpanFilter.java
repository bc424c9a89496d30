package dev.motif.algorithm.group.span;

import dev.motif.algorithm.group.span.TimedGraph.Rows;
import dev.motif.backend.EdgeTimes;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Decides, like {@link SpanFilter}, which groups of a window are maximal, where vertices may miss a few others. Tries the windows that begin at the time of
 * a relationship among the vertices: the latest window that holds a group is one of these. For one worker.
 */
public final class NearSpanFilter {
    private final TimedGraph timed;
    private final int missing;
    private final Steps steps;

    /** @param missing how many others each vertex may miss, 1 or more */
    public NearSpanFilter(TimedGraph timed, int missing, Cancellation cancellation) {
        this.timed = timed;
        this.missing = missing;
        this.steps = new Steps(cancellation);
    }

    /**
     * Whether a near-group of the window that begins at {@code start} is to be returned.
     *
     * @param members by side, ascending, {@code 2 * missing + 1} or more of each
     */
    public boolean admits(int[][] members, long start) {
        long[][] edges = edges(members);
        long[] starts = starts(edges);
        int latest = starts.length - 1;
        while (!isGroup(edges, starts[latest])) {
            latest--;
        }
        return starts[latest] == start
                && IntStream.range(0, members.length).noneMatch(side -> isExtendable(side, members));
    }

    /** Tries the neighbors of more members than another vertex may miss: it is a neighbor of one of them. */
    private boolean isExtendable(int side, int[][] members) {
        int opposite = members.length - 1 - side;
        Rows rows = timed.rows(1 - side);
        int[] fewest = IntStream.of(members[opposite])
                .boxed()
                .sorted(Comparator.comparingLong(
                        vertex -> rows.end(vertex) - rows.offsets().get(vertex)))
                .mapToInt(vertex -> vertex)
                .limit(missing + 1L)
                .toArray();
        for (int member : fewest) {
            for (long at = rows.offsets().get(member); at < rows.end(member); at++) {
                int candidate = rows.neighbors().get(at);
                steps.add();
                if (Arrays.binarySearch(members[side], candidate) < 0 && isHeld(side, candidate, members, opposite)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a window holds the group with {@code candidate}. */
    private boolean isHeld(int side, int candidate, int[][] members, int opposite) {
        int missed = 0;
        for (int other : members[opposite]) {
            missed += timed.edge(side, candidate, other) < 0 ? 1 : 0;
            if (missed > missing) {
                return false;
            }
        }
        int[][] more = members.clone();
        more[side] = Arrays.copyOf(members[side], members[side].length + 1);
        more[side][members[side].length] = candidate;
        long[][] edges = edges(more);
        for (long start : starts(edges)) {
            if (isGroup(edges, start)) {
                return true;
            }
        }
        return false;
    }

    /** The edges between members: a row for each of side 0; -1 for none, and for a vertex and itself. */
    private long[][] edges(int[][] members) {
        int[] others = members[members.length - 1];
        long[][] edges = new long[members[0].length][others.length];
        for (int i = 0; i < edges.length; i++) {
            for (int j = 0; j < others.length; j++) {
                edges[i][j] = members.length == 1 && i == j ? -1 : timed.edge(0, members[0][i], others[j]);
            }
        }
        return edges;
    }

    /** The times of edges, ascending. */
    private long[] starts(long[][] edges) {
        EdgeTimes all = timed.times();
        return Arrays.stream(edges)
                .flatMapToLong(Arrays::stream)
                .filter(edge -> edge >= 0)
                .flatMap(edge -> LongStream.range(all.start(edge), all.end(edge)))
                .map(all.times()::get)
                .sorted()
                .distinct()
                .toArray();
    }

    private boolean isGroup(long[][] edges, long start) {
        // A vertex of a unipartite graph is not joined to itself.
        int allowed = timed.isBipartite() ? missing : missing + 1;
        int[] missedByOther = new int[edges[0].length];
        for (long[] row : edges) {
            int missed = 0;
            for (int j = 0; j < row.length; j++) {
                if (row[j] < 0 || !isIn(row[j], start)) {
                    if (++missed > allowed || ++missedByOther[j] > allowed) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean isIn(long edge, long start) {
        EdgeTimes all = timed.times();
        for (long at = all.start(edge); at < all.end(edge); at++) {
            long time = all.times().get(at);
            steps.add();
            if (time >= start && EdgeTimes.within(time, start, timed.span())) {
                return true;
            }
        }
        return false;
    }
}
