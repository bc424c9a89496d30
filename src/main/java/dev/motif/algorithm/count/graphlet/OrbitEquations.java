package dev.motif.algorithm.count.graphlet;

import static dev.motif.algorithm.count.graphlet.GraphletResult.ORBITS;

import dev.motif.backend.Counts;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;

/**
 * Finds the orbits of each vertex {@code x} from sums over its neighbors. With {@code d} for degrees and {@code t} for
 * triangles, the subgraphs that need not be induced in which it is at the end of a path of 4, in its middle, and so on, are
 *
 * <pre>{@code
 *  4: sum over neighbors y of (sum over neighbors z of y of d(z)-1) - (d(x)-1), less 2t(x)
 *  5: (d(x)-1) times the sum over neighbors y of d(y)-1, less 2t(x)
 *  6: sum over neighbors y of C(d(y)-1,2)          9: sum over neighbors y of t(y), less 2t(x)
 *  7: C(d(x),3)                                   11: t(x)(d(x)-2)
 * }</pre>
 *
 * <p>The others come from {@link TriangleSums} and from counting 4-cycles and 4-cliques. What denser graphlets contain is
 * then taken away, from the clique down.
 *
 * @param orbits has twice the triangles as orbit 3, the subgraphs of orbits 8, 10, 12, 13 and 14, and otherwise 0;
 *     receives the orbits
 */
record OrbitEquations(Csr rows, OffHeapLongs orbits) {
    /** The name of the stage. */
    static final String STAGE = "adding up orbits";

    private static final long VERTICES_PER_TASK = 1 << 10;

    /** @throws ArithmeticException when a vertex is in 2^63 subgraphs of a kind or more */
    void solve(Workers workers) {
        workers.progress().begin(STAGE, 2L * rows.vertexCount());
        forEach(workers, this::solveOfThree);
        forEach(workers, this::solveOfFour);
    }

    private interface Step {
        void solve(int x);
    }

    private void forEach(Workers workers, Step step) {
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int x = (int) from; x < to; x++) {
                step.solve(x);
            }
            workers.progress().advance(to - from);
        });
    }

    private void solveOfThree(int x) {
        long at = (long) ORBITS * x;
        long degree = rows.degree(x);
        long paths = rows.pathsFrom(x, rows) - degree;
        long triangles = orbits.get(at + 3) / 2;
        orbits.set(at, degree);
        orbits.set(at + 1, paths - 2 * triangles);
        orbits.set(at + 2, Counts.pairs(degree) - triangles);
        orbits.set(at + 3, triangles);
    }

    /** Reads what {@link #solveOfThree} has found of all vertices, and changes the rest of this one alone. */
    private void solveOfFour(int x) {
        long at = (long) ORBITS * x;
        long degree = rows.degree(x);
        if (degree == 0) {
            return;
        }
        long triangles = orbits.get(at + 3);
        long ends = 0;
        long leaves = 0;
        long tails = 0;
        for (long slot = rows.start(x); slot < rows.end(x); slot++) {
            int y = rows.neighbor(slot);
            ends = Math.addExact(ends, pathsFrom(y) - (degree - 1));
            leaves = Math.addExact(leaves, Counts.pairs(rows.degree(y) - 1));
            tails = Math.addExact(tails, orbits.get((long) ORBITS * y + 3));
        }
        long middles = Math.multiplyExact(degree - 1, pathsFrom(x));
        long both = Math.multiplyExact(triangles, Math.max(0, degree - 2));

        long o14 = orbits.get(at + 14);
        long o13 = orbits.get(at + 13) - 3 * o14;
        long o12 = orbits.get(at + 12) - 3 * o14;
        long o11 = both - 2 * o13 - 3 * o14;
        long o10 = orbits.get(at + 10) - 2 * o12 - 2 * o13 - 6 * o14;
        long o9 = tails - 2 * triangles - 2 * o12 - 3 * o14;
        long o8 = orbits.get(at + 8) - o12 - o13 - 3 * o14;
        long o7 = triples(degree) - o11 - o13 - o14;
        long o6 = leaves - o9 - o10 - 2 * o12 - o13 - 3 * o14;
        long o5 = middles - 2 * triangles - 2 * o8 - o10 - 2 * o11 - 2 * o12 - 4 * o13 - 6 * o14;
        long o4 = ends - 2 * triangles - 2 * o8 - 2 * o9 - o10 - 4 * o12 - 2 * o13 - 6 * o14;
        long[] found = {o4, o5, o6, o7, o8, o9, o10, o11, o12, o13};
        for (int i = 0; i < found.length; i++) {
            orbits.set(at + 4 + i, found[i]);
        }
    }

    /** The paths of two edges from a vertex, also paths in triangles. */
    private long pathsFrom(int y) {
        long at = (long) ORBITS * y;
        return orbits.get(at + 1) + 2 * orbits.get(at + 3);
    }

    /** {@code n} choose 3. */
    private static long triples(long n) {
        long pairs = Counts.pairs(n);
        return pairs % 3 == 0
                ? Math.multiplyExact(pairs / 3, Math.max(0, n - 2))
                : Math.multiplyExact(pairs, Math.max(0, n - 2) / 3);
    }
}
