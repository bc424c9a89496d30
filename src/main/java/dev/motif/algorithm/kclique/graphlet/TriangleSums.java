package dev.motif.algorithm.kclique.graphlet;

import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the degrees and the triangles of edges add up to: the subgraphs, whether or not induced, that they tell, in total; and
 * by vertex those of its edges and triangles, {@code d} for degrees and {@code t} for triangles:
 *
 * <pre>{@code
 *  3: sum over neighbors y of t(xy), twice the triangles      12: sum over triangles xyz of t(yz) - 1
 * 10: sum over neighbors y of t(xy)(d(y)-2)                   13: sum over neighbors y of C(t(xy),2)
 * }</pre>
 *
 * <p>Workers take vertices by rank. For orbit 12 each triangle {@code u > v > w} is found once more, from {@code u}, whose
 * neighbors of lower rank are marked; what these get is added up by the worker first, so that a vertex is added to once for
 * each edge and not for each triangle.
 */
final class TriangleSums {
    /** The name of the stage. */
    static final String STAGE = "adding up triangles";

    private static final long VERTICES_PER_TASK = 1 << 7;

    /** Neighbors that may be looked at between two checks of the cancellation: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    private final ExactSum paths3 = new ExactSum();
    private final ExactSum triangles3 = new ExactSum();
    private final ExactSum paths4 = new ExactSum();
    private final ExactSum claws3 = new ExactSum();
    private final ExactSum paws2 = new ExactSum();
    private final ExactSum diamonds = new ExactSum();

    private TriangleSums() {}

    /**
     * Adds up.
     *
     * @param rows of the graph
     * @param ranked the same graph by ranks
     * @param triangles of the edge at each slot of {@code ranked}
     * @param orbits receives the sums of the vertices; null for totals alone
     */
    static TriangleSums of(
            Csr rows,
            OrientedGraph ranked,
            OffHeapInts triangles,
            OffHeapLongs orbits,
            NativeMemory memory,
            Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Adder[] adders = new Adder[workers.concurrency()];
            for (int worker = 0; worker < adders.length; worker++) {
                adders[worker] = new Adder(rows, ranked, triangles, orbits, workers.cancellation(), scope);
            }
            workers.progress().begin(STAGE, rows.vertexCount());
            workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (int u = (int) from; u < to; u++) {
                    adders[worker].addFrom(u);
                }
                workers.progress().advance(to - from);
            });
            TriangleSums all = new TriangleSums();
            for (Adder adder : adders) {
                all.add(adder.sums);
            }
            return all;
        }
    }

    /** The off-heap bytes that sums of vertices need beside the arguments, where no vertex has more lower neighbors. */
    static long bytes(long vertices, long lowerNeighbors, int workers) {
        return (vertices * Integer.BYTES + lowerNeighbors * Long.BYTES) * workers;
    }

    private void add(TriangleSums other) {
        paths3.add(other.paths3);
        triangles3.add(other.triangles3);
        paths4.add(other.paths4);
        claws3.add(other.claws3);
        paws2.add(other.paws2);
        diamonds.add(other.diamonds);
    }

    /**
     * How many graphlets there are: what denser ones contain is taken away.
     *
     * @param cycles the 4-cycles, whether or not opposite vertices are adjacent
     */
    Map<Graphlet, BigInteger> counts(BigInteger cycles, BigInteger cliques) {
        BigInteger triangles = triangles3.toBigInteger().divide(BigInteger.valueOf(3));
        BigInteger diamond = less(diamonds.toBigInteger(), 6, cliques);
        BigInteger paw = less(less(paws2.toBigInteger().shiftRight(1), 4, diamond), 12, cliques);
        BigInteger cycle = less(less(cycles, 1, diamond), 3, cliques);
        BigInteger claw = claws3.toBigInteger().divide(BigInteger.valueOf(3));
        claw = less(less(less(claw, 1, paw), 2, diamond), 4, cliques);
        BigInteger path = less(paths4.toBigInteger(), 3, triangles);
        path = less(less(less(less(path, 4, cycle), 2, paw), 6, diamond), 12, cliques);
        Map<Graphlet, BigInteger> counts = new EnumMap<>(Graphlet.class);
        counts.put(Graphlet.PATH_3, less(paths3.toBigInteger(), 3, triangles));
        counts.put(Graphlet.TRIANGLE, triangles);
        counts.put(Graphlet.PATH_4, path);
        counts.put(Graphlet.CLAW, claw);
        counts.put(Graphlet.CYCLE_4, cycle);
        counts.put(Graphlet.PAW, paw);
        counts.put(Graphlet.DIAMOND, diamond);
        counts.put(Graphlet.CLIQUE_4, cliques);
        return counts;
    }

    private static BigInteger less(BigInteger from, long times, BigInteger denser) {
        return from.subtract(denser.multiply(BigInteger.valueOf(times)));
    }

    /** The sums of one worker. */
    private static final class Adder {
        private final Csr rows;
        private final Csr toHubs;
        private final OffHeapInts vertices;
        private final OffHeapInts triangles;
        private final OffHeapLongs orbits;
        private final Cancellation cancellation;
        private final TriangleSums sums = new TriangleSums();

        /** For each neighbor of lower rank of the current vertex its place among these, from 1; 0 for all others. */
        private final OffHeapInts marks;

        /** For each neighbor of lower rank of the current vertex what it gets as orbit 12. */
        private final OffHeapLongs credits;

        private long work;

        // By vertex, of the current one.
        private long twiceTriangles;
        private long orbit10;
        private long orbit12;
        private long orbit13;

        Adder(
                Csr rows,
                OrientedGraph ranked,
                OffHeapInts triangles,
                OffHeapLongs orbits,
                Cancellation cancellation,
                OffHeapScope scope) {
            this.rows = rows;
            this.toHubs = ranked.adjacency();
            this.vertices = ranked.vertices();
            this.triangles = triangles;
            this.orbits = orbits;
            this.marks = orbits == null ? null : scope.zeroedInts(rows.vertexCount());
            this.credits = orbits == null ? null : scope.zeroedLongs(ranked.maxDegree());
            this.cancellation = cancellation;
        }

        private long degree(int rank) {
            return rows.degree(vertices.get(rank));
        }

        /** Adds a vertex, its edges to lower ranks, and the triangles of which it ranks last. */
        void addFrom(int u) {
            long degree = degree(u);
            sums.paths3.add(Counts.pairs(degree));
            if (degree > 2) {
                sums.claws3.addProduct(Counts.pairs(degree), degree - 2);
            }
            if (orbits != null) {
                mark(u, 1);
            }
            long end = toHubs.end(u);
            for (long slot = toHubs.start(u); slot < end; slot++) {
                int v = toHubs.neighbor(slot);
                long degreeOfV = degree(v);
                sums.paths4.addProduct(degree - 1, degreeOfV - 1);
                int found = triangles.get(slot);
                if (found > 0) {
                    sums.triangles3.add(found);
                    sums.diamonds.add(Counts.pairs(found));
                    sums.paws2.addProduct(found, degree + degreeOfV - 4);
                    if (orbits != null) {
                        creditEdge(v, found, degree, degreeOfV);
                        creditTriangles(u, slot, found);
                    }
                }
            }
            if (orbits != null) {
                mark(u, 0);
                creditNeighbors(u);
                credit(u, 3, twiceTriangles);
                credit(u, 10, orbit10);
                credit(u, 12, orbit12);
                credit(u, 13, orbit13);
                twiceTriangles = 0;
                orbit10 = 0;
                orbit12 = 0;
                orbit13 = 0;
            }
            poll(end - toHubs.start(u));
        }

        private void creditEdge(int v, int found, long degree, long degreeOfV) {
            twiceTriangles += found;
            orbit10 = Math.addExact(orbit10, found * (degreeOfV - 2));
            orbit13 = Math.addExact(orbit13, Counts.pairs(found));
            credit(v, 3, found);
            credit(v, 10, found * (degree - 2));
            credit(v, 13, Counts.pairs(found));
        }

        /** Credits each vertex of the triangles with those of the opposite edge. */
        private void creditTriangles(int u, long slotOfV, int found) {
            int v = toHubs.neighbor(slotOfV);
            long first = toHubs.start(u) - 1;
            long end = toHubs.end(v);
            long ofU = 0;
            long ofV = 0;
            for (long slot = toHubs.start(v); slot < end; slot++) {
                int mark = marks.get(toHubs.neighbor(slot));
                if (mark > 0) {
                    ofU += triangles.get(slot) - 1;
                    ofV += triangles.get(first + mark) - 1;
                    credits.add(mark - 1, found - 1);
                }
            }
            orbit12 = Math.addExact(orbit12, ofU);
            credits.add(slotOfV - toHubs.start(u), ofV);
            poll(end - toHubs.start(v));
        }

        private void creditNeighbors(int u) {
            long first = toHubs.start(u);
            for (long slot = first; slot < toHubs.end(u); slot++) {
                credit(toHubs.neighbor(slot), 12, credits.get(slot - first));
                credits.set(slot - first, 0);
            }
        }

        private void credit(int rank, int orbit, long more) {
            if (more > 0) {
                long at = (long) GraphletResult.ORBITS * vertices.get(rank) + orbit;
                Math.addExact(orbits.getAndAdd(at, more), more);
            }
        }

        private void mark(int u, int step) {
            int place = 0;
            for (long slot = toHubs.start(u); slot < toHubs.end(u); slot++) {
                place += step;
                marks.set(toHubs.neighbor(slot), place);
            }
        }

        private void poll(long more) {
            work += more;
            if (work > WORK_BETWEEN_POLLS) {
                cancellation.check();
                work = 0;
            }
        }
    }
}
