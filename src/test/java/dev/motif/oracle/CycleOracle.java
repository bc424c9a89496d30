package dev.motif.oracle;

import dev.motif.graphs.EdgeList.Edge;
import java.util.Collection;
import java.util.List;

/**
 * Counts directed cycles by sets of vertices: how many paths from the least vertex of a set visit all of it and end at a
 * certain vertex follows from the sets with one vertex less. Takes {@code O(2^n n^2)} steps.
 */
public final class CycleOracle {
    private final int vertices;
    private final boolean[][] arcs;

    /** The cycles of each length. */
    public final long[] byLength;

    /** The cycles of each vertex with a length in the given range. */
    public final long[] ofVertex;

    /** @param vertices the number of vertices, at most 20 or so */
    public CycleOracle(int vertices, Collection<Edge> arcs, int minLength, int maxLength) {
        this.vertices = vertices;
        this.arcs = new boolean[vertices][vertices];
        arcs.forEach(arc -> this.arcs[arc.left()][arc.right()] = true);
        this.byLength = new long[Math.max(vertices, maxLength) + 1];
        this.ofVertex = new long[vertices];
        long[][] paths = new long[1 << vertices][vertices];
        for (int set = 1; set < 1 << vertices; set++) {
            long cycles = cycles(set, paths);
            int length = Integer.bitCount(set);
            byLength[length] += cycles;
            for (int v = 0; v < vertices; v++) {
                ofVertex[v] += length >= minLength && length <= maxLength && (set >> v & 1) == 1 ? cycles : 0;
            }
        }
    }

    /** The cycles with exactly the vertices of a set. */
    private long cycles(int set, long[][] paths) {
        int least = Integer.numberOfTrailingZeros(set);
        if (set == 1 << least) {
            paths[set][least] = 1;
            return 0;
        }
        long cycles = 0;
        for (int end = least + 1; end < vertices; end++) {
            if ((set >> end & 1) == 1) {
                for (int before = least; before < vertices; before++) {
                    paths[set][end] += arcs[before][end] ? paths[set & ~(1 << end)][before] : 0;
                }
                cycles += arcs[end][least] ? paths[set][end] : 0;
            }
        }
        return cycles;
    }

    /** The cycles, with a length in a range, that an arc is on: they go when it is taken out. */
    public static long through(Edge arc, int vertices, List<Edge> arcs, int minLength, int maxLength) {
        List<Edge> others = arcs.stream().filter(other -> !other.equals(arc)).toList();
        return sum(new CycleOracle(vertices, arcs, minLength, maxLength), minLength, maxLength)
                - sum(new CycleOracle(vertices, others, minLength, maxLength), minLength, maxLength);
    }

    private static long sum(CycleOracle oracle, int minLength, int maxLength) {
        long sum = 0;
        for (int length = minLength; length <= maxLength; length++) {
            sum += oracle.byLength[length];
        }
        return sum;
    }
}
