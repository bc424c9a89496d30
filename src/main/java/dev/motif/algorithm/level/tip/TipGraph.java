package dev.motif.algorithm.level.tip;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Team;

/** A ranked graph whose vertices are taken away one by one. It changes the rows that it is given in place. */
final class TipGraph {
    /**
     * Counting costs more than one step per wedge: it walks all wedges twice and adds to counters that workers share.
     */
    private static final long COUNTING_FACTOR = 3;

    private static final int SECTIONS_PER_THREAD = 8;

    private final Csr rows;
    private final OffHeapInts dead;
    private final Team team;
    private long countingWork;

    TipGraph(Csr rows, Team team, OffHeapScope scope) {
        this.rows = rows;
        this.team = team;
        this.dead = scope.zeroedInts(rows.vertexCount());
        estimateCounting();
    }

    Csr rows() {
        return rows;
    }

    /** Marks a vertex as dead; its edges stay in the rows until the next {@link #removeDead()}. */
    void kill(int vertex) {
        dead.set(vertex, 1);
    }

    boolean live(int vertex) {
        return dead.get(vertex) == 0;
    }

    /** The slots that this many vertices have on average. */
    long slotsOf(long vertices) {
        return (long) ((double) rows.slotCount() * vertices / rows.vertexCount());
    }

    /** The number of wedges that start at {@code u}, those to dead vertices included. */
    long wedgesFrom(int u) {
        long wedges = 0;
        for (long i = rows.start(u); i < rows.end(u); i++) {
            wedges += rows.degree(rows.neighbor(i));
        }
        return wedges;
    }

    /**
     * About how many steps it takes to count all butterflies of the graph as it was when dead vertices were removed
     * last.
     */
    long countingWork() {
        return countingWork;
    }

    /**
     * Drops the edges of dead vertices: first within sections of the rows, side by side, then the sections move together.
     * Slots only move towards the beginning, so nothing is overwritten before it is read.
     */
    void removeDead() {
        OffHeapLongs offsets = rows.offsets();
        OffHeapInts neighbors = rows.neighbors();
        int vertices = rows.vertexCount();
        int sections = Math.min(vertices, SECTIONS_PER_THREAD * team.threads());
        long[] starts = new long[sections];
        long[] ends = new long[sections];
        for (int section = 0; section < sections; section++) {
            starts[section] = offsets.get(first(section, sections));
        }
        team.run(0, sections, rows.slotCount(), (worker, from, to) -> {
            for (int section = (int) from; section < to; section++) {
                ends[section] = removeDead(first(section, sections), first(section + 1, sections), starts[section]);
            }
        });
        long end = 0;
        for (int section = 0; section < sections; section++) {
            long kept = ends[section] - starts[section];
            neighbors.copyFrom(neighbors, starts[section], end, kept);
            offsets.set(first(section, sections), end);
            starts[section] -= end;
            end += kept;
        }
        team.run(0, sections, vertices, (worker, from, to) -> {
            for (int section = (int) from; section < to; section++) {
                for (int u = first(section, sections) + 1; u < first(section + 1, sections); u++) {
                    offsets.add(u, -starts[section]);
                }
            }
        });
        offsets.set(vertices, end);
        neighbors.truncate(end);
        estimateCounting();
    }

    private int first(int section, int sections) {
        return (int) ((long) rows.vertexCount() * section / sections);
    }

    /**
     * Drops the edges of dead vertices from the rows of {@code [from, to)}, which begin at {@code start}; returns where
     * they end then. The offset of {@code to} stays, as others read it.
     */
    private long removeDead(int from, int to, long start) {
        OffHeapLongs offsets = rows.offsets();
        OffHeapInts neighbors = rows.neighbors();
        long kept = start;
        long slot = start;
        for (int u = from; u < to; u++) {
            long end = rows.end(u);
            for (; live(u) && slot < end; slot++) {
                if (live(neighbors.get(slot))) {
                    neighbors.set(kept++, neighbors.get(slot));
                }
            }
            slot = end;
            if (u + 1 < to) {
                offsets.set(u + 1L, kept);
            }
        }
        return kept;
    }

    private void estimateCounting() {
        long work = team.sum(0, rows.vertexCount(), rows.slotCount(), (from, to) -> {
            long sum = 0;
            for (int u = (int) from; u < to; u++) {
                long degree = rows.degree(u);
                for (long i = rows.start(u); i < rows.end(u); i++) {
                    sum += Math.min(degree, rows.degree(rows.neighbor(i)));
                }
            }
            return sum;
        });
        countingWork = COUNTING_FACTOR * work + rows.vertexCount();
    }
}
