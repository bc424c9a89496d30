package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.graph.Csr;

/** The lower neighbors that both ends of an edge of the oriented graph share. For one thread. */
final class EdgeCandidates {
    private final Csr rows;
    private int[] ranks = new int[64];

    EdgeCandidates(Csr rows) {
        this.rows = rows;
    }

    /**
     * Makes the lower neighbors that {@code root} shares with its neighbor at {@code slot} the candidates of a graph, and the
     * neighbor and then the root its roots. Returns how many candidates there are.
     */
    int open(CliqueLocalGraph graph, int root, long slot) {
        long a = rows.start(root);
        int other = rows.neighbor(slot);
        ranks = CliqueLocalGraph.withRoom(ranks, 0, (int) Math.min(slot - a, rows.degree(other)) + 2);
        int size = 0;
        for (long b = rows.start(other); b < rows.end(other) && a < slot; b++) {
            int neighbor = rows.neighbor(b);
            while (a < slot && rows.neighbor(a) < neighbor) {
                a++;
            }
            if (a < slot && rows.neighbor(a) == neighbor) {
                ranks[size++] = neighbor;
            }
        }
        ranks[size] = other;
        ranks[size + 1] = root;
        graph.open(ranks, size + 2, size);
        return size;
    }

    /** The slot of the edge between two ranks, {@code low} being in the row of {@code high}. */
    static long slot(Csr rows, int high, int low) {
        return rows.neighbors().lowerBound(rows.start(high), rows.end(high), low);
    }
}
