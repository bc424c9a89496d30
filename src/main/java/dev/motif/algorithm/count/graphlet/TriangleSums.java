package dev.motif.algorithm.count.graphlet;

import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Subgraphs, whether or not induced, whose numbers follow from the degrees and the triangles of edges, in total; and by
 * vertex the sums over its edges, {@code d} for degrees and {@code t} for triangles:
 *
 * <pre>{@code
 *  3: sum over neighbors y of t(xy), twice the triangles
 * 10: sum over neighbors y of t(xy)(d(y)-2)                   13: sum over neighbors y of C(t(xy),2)
 * }</pre>
 */
final class TriangleSums {
    /** The name of the stage. */
    static final String STAGE = "adding up triangles";

    private static final long VERTICES_PER_TASK = 1 << 10;

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
     * @param edges of the graph
     * @param orbits receives the sums of the vertices; null for totals alone
     */
    static TriangleSums of(Csr rows, GraphletEdgeRows edges, OffHeapLongs orbits, Workers workers) {
        Adder[] adders = new Adder[workers.concurrency()];
        Arrays.setAll(adders, worker -> new Adder(rows, edges, orbits));
        workers.progress().begin(STAGE, rows.vertexCount());
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int row = (int) from; row < to; row++) {
                adders[worker].addFrom(row);
            }
            workers.progress().advance(to - from);
        });
        TriangleSums all = new TriangleSums();
        for (Adder adder : adders) {
            all.add(adder.sums);
        }
        return all;
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
        private final GraphletEdgeRows edges;
        private final OffHeapLongs orbits;
        private final TriangleSums sums = new TriangleSums();

        Adder(Csr rows, GraphletEdgeRows edges, OffHeapLongs orbits) {
            this.rows = rows;
            this.edges = edges;
            this.orbits = orbits;
        }

        void addFrom(int row) {
            int u = edges.vertex(row);
            long degree = rows.degree(u);
            sums.paths3.add(Counts.pairs(degree));
            if (degree > 2) {
                sums.claws3.addProduct(Counts.pairs(degree), degree - 2);
            }
            long twiceTriangles = 0;
            long orbit10 = 0;
            long orbit13 = 0;
            for (long edge = edges.start(row); edge < edges.end(row); edge++) {
                int v = edges.vertex(edges.neighbor(row, edge));
                long degreeOfV = rows.degree(v);
                sums.paths4.addProduct(degree - 1, degreeOfV - 1);
                int found = edges.triangles(edge);
                if (found > 0) {
                    long pairs = Counts.pairs(found);
                    sums.triangles3.add(found);
                    sums.diamonds.add(pairs);
                    sums.paws2.addProduct(found, degree + degreeOfV - 4);
                    twiceTriangles += found;
                    orbit10 = Math.addExact(orbit10, found * (degreeOfV - 2));
                    orbit13 = Math.addExact(orbit13, pairs);
                    credit(v, found, found * (degree - 2), pairs);
                }
            }
            credit(u, twiceTriangles, orbit10, orbit13);
        }

        private void credit(int vertex, long twiceTriangles, long orbit10, long orbit13) {
            if (orbits != null && twiceTriangles > 0) {
                credit(vertex, 3, twiceTriangles);
                credit(vertex, 10, orbit10);
                credit(vertex, 13, orbit13);
            }
        }

        private void credit(int vertex, int orbit, long more) {
            if (more > 0) {
                long at = (long) GraphletResult.ORBITS * vertex + orbit;
                Math.addExact(orbits.getAndAdd(at, more), more);
            }
        }
    }
}
