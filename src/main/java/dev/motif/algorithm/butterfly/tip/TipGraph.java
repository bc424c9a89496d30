package dev.motif.algorithm.butterfly.tip;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelRounds;

/** A ranked graph whose vertices are taken away one by one. It changes the rows that it is given in place. */
final class TipGraph {
    /**
     * Counting costs more than one step per wedge: it walks all wedges twice and adds to counters that workers share.
     */
    private static final long COUNTING_FACTOR = 3;

    private final Csr rows;
    private final OffHeapInts dead;
    private final PeelRounds rounds;
    private long countingWork;

    TipGraph(Csr rows, PeelRounds rounds, OffHeapScope scope) {
        this.rows = rows;
        this.rounds = rounds;
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
     * Drops the edges of dead vertices. Rows only move towards the beginning, so nothing is overwritten before it is
     * read.
     */
    void removeDead() {
        OffHeapLongs offsets = rows.offsets();
        OffHeapInts neighbors = rows.neighbors();
        long[] kept = {0};
        long[] start = {0};
        rounds.runHere(0, rows.vertexCount(), (worker, from, to) -> {
            for (long u = from; u < to; u++) {
                long end = offsets.get(u + 1);
                for (long slot = start[0]; live((int) u) && slot < end; slot++) {
                    if (live(neighbors.get(slot))) {
                        neighbors.set(kept[0]++, neighbors.get(slot));
                    }
                }
                start[0] = end;
                offsets.set(u + 1, kept[0]);
            }
        });
        neighbors.truncate(kept[0]);
        estimateCounting();
    }

    private void estimateCounting() {
        long work = rounds.sum(0, rows.vertexCount(), rows.slotCount(), (from, to) -> {
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
