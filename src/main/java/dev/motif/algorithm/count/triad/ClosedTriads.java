package dev.motif.algorithm.count.triad;

import dev.motif.backend.work.Positions;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the triads whose three vertices are all joined, each once and by its code. A worker takes the vertex {@code u} of the
 * highest rank, marks its neighbors of lower rank with their dyads, and looks the neighbors of lower rank of each of them up.
 *
 * <p>The codes that are found with an edge {@code (u, v)} are counted in nine parts of one 64-bit number, so that no branch
 * depends on whether a neighbor is marked. For each vertex, the edge of {@code u} and the third vertex has counters of its own
 * until all of {@code u} is found, so that no vertex is added to for each triad; a neighbor without a mark is counted where
 * nothing is read.
 */
final class ClosedTriads {
    /** The name of the stage. */
    static final String STAGE = "finding triangles";

    private static final long VERTICES_PER_TASK = 1 << 7;

    /** The kinds of dyads of the other two edges of a triangle. */
    private static final int PAIRS = 16;

    private static final int PART_BITS = 7;
    private static final int MOST_IN_PART = (1 << PART_BITS) - 1;

    /** The number that a pair of dyads adds to the nine parts; 0 where there is no third edge. */
    private static final long[] ONE = new long[PAIRS];

    static {
        int part = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            boolean joined = pair >>> 2 != 0 && (pair & 3) != 0;
            ONE[pair] = joined ? 1L << PART_BITS * part++ : 0;
        }
    }

    private final Csr toHubs;
    private final OffHeapInts neighbors;
    private final OffHeapInts vertices;
    private final OffHeapInts dyads;
    private final OffHeapLongs places;
    private final Steps steps;

    /**
     * For each neighbor of lower rank of the current vertex its dyad, and for counts of each vertex its number among these,
     * from 1 on, shifted by two bits; 0 for all others.
     */
    private final OffHeapInts marks;

    /** For each neighbor of lower rank, and each pair of the other two dyads, the triads with it; null for totals alone. */
    private final OffHeapInts credits;

    private final long[] codes = new long[TriadTable.CODES];
    private final long[] ofU = new long[TriadTable.PLACES];

    private ClosedTriads(TriadRows rows, OffHeapLongs places, Cancellation cancellation, OffHeapScope scope) {
        this.toHubs = rows.ranked().adjacency();
        this.neighbors = toHubs.neighbors();
        this.vertices = rows.ranked().vertices();
        this.dyads = rows.dyads();
        this.places = places;
        this.steps = new Steps(cancellation);
        this.marks = scope.zeroedInts(toHubs.vertexCount());
        this.credits =
                places == null ? null : scope.zeroedInts(PAIRS * (rows.ranked().maxDegree() + 1L));
    }

    /**
     * Counts them by their codes.
     *
     * @param positions of the vertices of the highest rank of a triad
     * @param places receives the places of the vertices; null for totals alone
     */
    static long[] count(
            TriadRows rows, Positions positions, OffHeapLongs places, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            ClosedTriads[] finders = new ClosedTriads[workers.concurrency()];
            Arrays.setAll(finders, worker -> new ClosedTriads(rows, places, workers.cancellation(), scope));
            workers.progress().begin(STAGE, positions.count());
            workers.forEach(
                    positions.count(),
                    VERTICES_PER_TASK,
                    (worker, i) -> finders[worker].addFrom((int) positions.at(i)));
            long[] all = new long[TriadTable.CODES];
            for (ClosedTriads finder : finders) {
                Arrays.setAll(all, code -> Math.addExact(all[code], finder.codes[code]));
            }
            return all;
        }
    }

    /** Divides the vertices by the lower neighbors that are looked up from each of them. */
    static List<WorkRange> divide(Csr toHubs, int parts) {
        return WorkRange.cut(toHubs.vertexCount(), u -> 1.0 + toHubs.pathsFrom((int) u, toHubs), parts);
    }

    /** The off-heap bytes of the workers, where no vertex has more lower neighbors. */
    static long bytes(long vertices, long lowerNeighbors, boolean perVertex, int workers) {
        return (vertices * Integer.BYTES + (perVertex ? PAIRS * (lowerNeighbors + 1) * Integer.BYTES : 0)) * workers;
    }

    /** Adds the triads of which a vertex ranks last. */
    private void addFrom(int u) {
        long first = toHubs.start(u);
        long end = toHubs.end(u);
        if (end - first < 2) {
            return;
        }
        for (long slot = first; slot < end; slot++) {
            int number = credits == null ? 0 : (int) (slot - first) + 1;
            marks.set(neighbors.get(slot), number << 2 | dyads.get(slot));
        }
        for (long slot = first; slot < end; slot++) {
            int v = neighbors.get(slot);
            if (credits == null) {
                count(v, dyads.get(slot));
            } else {
                countEach(v, dyads.get(slot));
            }
            steps.add(toHubs.degree(v));
        }
        for (long slot = first; slot < end; slot++) {
            marks.set(neighbors.get(slot), 0);
        }
        if (credits != null) {
            finish(u, first, end);
        }
        steps.add(end - first);
    }

    /** Counts the triads of an edge by code. */
    private void count(int v, int toV) {
        long end = toHubs.end(v);
        for (long slot = toHubs.start(v); slot < end; ) {
            long stop = Math.min(end, slot + MOST_IN_PART);
            long parts = 0;
            for (; slot < stop; slot++) {
                parts += ONE[dyads.get(slot) << 2 | marks.get(neighbors.get(slot))];
            }
            for (int fromV = 1; parts != 0; fromV++) {
                for (int fromU = 1; fromU <= 3; fromU++) {
                    codes[TriadTable.code(toV, fromV, fromU)] += parts & MOST_IN_PART;
                    parts >>>= PART_BITS;
                }
            }
        }
    }

    /** Counts the triads of an edge by code, for {@code v} at once, and for the third vertices until the end. */
    private void countEach(int v, int toV) {
        long end = toHubs.end(v);
        for (long slot = toHubs.start(v); slot < end; ) {
            long stop = Math.min(end, slot + MOST_IN_PART);
            long parts = 0;
            for (; slot < stop; slot++) {
                int mark = marks.get(neighbors.get(slot));
                int fromV = dyads.get(slot);
                parts += ONE[fromV << 2 | mark & 3];
                credits.add((long) (mark >>> 2) * PAIRS + (toV << 2 | fromV), 1);
            }
            for (int fromV = 1; parts != 0; fromV++) {
                for (int fromU = 1; fromU <= 3; fromU++) {
                    long found = parts & MOST_IN_PART;
                    parts >>>= PART_BITS;
                    if (found > 0) {
                        int code = TriadTable.code(toV, fromV, fromU);
                        codes[code] += found;
                        ofU[TriadTable.place(code, 0)] += found;
                        credit(v, TriadTable.place(code, 1), found);
                    }
                }
            }
        }
    }

    /** Adds to the third vertices and to {@code u} what was found. */
    private void finish(int u, long first, long end) {
        for (long slot = first; slot < end; slot++) {
            for (int pair = 0; pair < PAIRS; pair++) {
                int found = credits.get((slot - first + 1) * PAIRS + pair);
                if (found > 0) {
                    int code = TriadTable.code(pair >>> 2, pair & 3, dyads.get(slot));
                    credit(neighbors.get(slot), TriadTable.place(code, 2), found);
                    credits.set((slot - first + 1) * PAIRS + pair, 0);
                }
            }
        }
        for (int place = 0; place < ofU.length; place++) {
            if (ofU[place] > 0) {
                credit(u, place, ofU[place]);
                ofU[place] = 0;
            }
        }
    }

    /** Adds to a vertex, which has fewer triads than 2^62. */
    private void credit(int rank, int place, long found) {
        places.getAndAdd((long) TriadTable.PLACES * vertices.get(rank) + place, found);
    }
}
