package dev.motif.bench.baseline.biclique;

import java.util.Arrays;

/**
 * Divides roots into a number of parts of about the same size such that few two-hop neighbors are in different parts, as
 * partitioners of graphs like METIS do: parts are grown breadth first, then a root moves to the part that most of its
 * two-hop neighbors are in, as long as there is room, again and again. The size of a root is the number of its mates and
 * later two-hop neighbors.
 *
 * <p>METIS does so on ever coarser graphs, which this does not. Source of the moves: Ugander and Backstrom, "Balanced
 * label propagation for partitioning massive graphs", WSDM 2013, doi:10.1145/2433396.2433461; of METIS: Karypis and
 * Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", SIAM J. Sci. Comput. 20(1),
 * 1998, doi:10.1137/S1064827595287997.
 */
public final class BalancedParts {
    private static final double LARGEST = 1.05;
    private static final int MOST_ROUNDS = 10;

    private final TwoHopGraph graph;
    private final int[][] neighbors;
    private final int[] parts;
    private final long[] sizes;
    private final long room;

    private BalancedParts(TwoHopGraph graph, int count) {
        this.graph = graph;
        neighbors = neighbors(graph);
        parts = new int[graph.count()];
        sizes = new long[count];
        long all = 0;
        for (int u = 0; u < parts.length; u++) {
            all += size(u);
        }
        room = (long) Math.ceil(LARGEST * all / count);
    }

    /**
     * Divides the roots of {@code graph}.
     *
     * @param count the number of parts, 1 or more
     * @return the part of each root, by rank, from 0
     */
    public static int[] of(TwoHopGraph graph, int count) {
        BalancedParts division = new BalancedParts(graph, count);
        division.grow();
        for (int round = 0; round < MOST_ROUNDS && division.move() > 0; round++) {}
        return division.parts;
    }

    /** The number of mates and later two-hop neighbors of all roots that are read for a root of another part. */
    public static long between(TwoHopGraph graph, int[] parts) {
        long read = 0;
        for (int u = 0; u < graph.count(); u++) {
            for (int w : graph.later(u)) {
                read += parts[w] == parts[u] ? 0 : graph.mates(w).length + graph.later(w).length;
            }
        }
        return read;
    }

    private static int[][] neighbors(TwoHopGraph graph) {
        int[] degrees = new int[graph.count()];
        for (int u = 0; u < graph.count(); u++) {
            degrees[u] += graph.later(u).length;
            for (int w : graph.later(u)) {
                degrees[w]++;
            }
        }
        int[][] neighbors = new int[graph.count()][];
        Arrays.setAll(neighbors, u -> new int[degrees[u]]);
        for (int u = 0; u < graph.count(); u++) {
            for (int w : graph.later(u)) {
                neighbors[u][--degrees[u]] = w;
                neighbors[w][--degrees[w]] = u;
            }
        }
        return neighbors;
    }

    private long size(int u) {
        return (long) graph.mates(u).length + graph.later(u).length;
    }

    /** Fills part after part breadth first. */
    private void grow() {
        Arrays.fill(parts, -1);
        int[] queue = new int[parts.length];
        int queued = 0;
        int part = 0;
        for (int seed = 0; seed < parts.length; seed++) {
            if (parts[seed] >= 0) {
                continue;
            }
            int next = queued;
            queue[queued++] = seed;
            parts[seed] = part;
            while (next < queued) {
                int u = queue[next++];
                if (sizes[part] + size(u) > room && part + 1 < sizes.length) {
                    part++;
                }
                parts[u] = part;
                sizes[part] += size(u);
                for (int w : neighbors[u]) {
                    if (parts[w] < 0) {
                        parts[w] = part;
                        queue[queued++] = w;
                    }
                }
            }
        }
    }

    /** Lets each root move to the part of most of its neighbors, if it is not its own and has room; returns how many do. */
    private int move() {
        int moved = 0;
        int[] shared = new int[sizes.length];
        for (int u = 0; u < parts.length; u++) {
            Arrays.fill(shared, 0);
            for (int w : neighbors[u]) {
                shared[parts[w]]++;
            }
            int best = parts[u];
            for (int part = 0; part < sizes.length; part++) {
                if (shared[part] > shared[best] && sizes[part] + size(u) <= room) {
                    best = part;
                }
            }
            if (best != parts[u]) {
                sizes[parts[u]] -= size(u);
                sizes[best] += size(u);
                parts[u] = best;
                moved++;
            }
        }
        return moved;
    }
}
