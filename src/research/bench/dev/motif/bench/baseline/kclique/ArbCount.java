package dev.motif.bench.baseline.kclique;

import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Cancellation;
import java.math.BigInteger;

/**
 * ARB-COUNT, the best counting of k-cliques by orientation on CPUs that the paper compares with. A set of candidates is
 * intersected with the lower neighbors of each of them in turn, k - 2 levels deep, on the graph among the lower neighbors
 * of the root; the last level is counted and not visited. Shi, Dhulipala, Shun, "Parallel Clique Counting and Peeling
 * Algorithms", ACDA 2021, doi:10.1137/1.9781611976830.13, Algorithm 2.
 */
public final class ArbCount {
    private static final int STEPS_PER_POLL = 1 << 14;

    private ArbCount() {}

    /**
     * Counts the cliques of {@code k} vertices.
     *
     * @param k 3 or more
     * @param byDegeneracy the order of the vertices: by degeneracy, or by degree
     */
    public static BigInteger count(UnipartiteGraph graph, int k, boolean byDegeneracy, Execution execution) {
        Cancellation cancellation = execution.workers().cancellation();
        return RootSearch.count(graph, byDegeneracy, execution, rows -> new Searcher(rows, k, cancellation));
    }

    private static final class Searcher implements RootSearch.Searcher {
        private final Csr rows;
        private final int k;
        private final Cancellation cancellation;
        private final LocalLists lists;
        private final ExactSum cliques = new ExactSum();
        private int steps;

        Searcher(Csr rows, int k, Cancellation cancellation) {
            this.rows = rows;
            this.k = k;
            this.cancellation = cancellation;
            this.lists = new LocalLists(rows, false);
        }

        @Override
        public BigInteger cliques() {
            return cliques.toBigInteger();
        }

        @Override
        public void search(int root) {
            if (rows.degree(root) + 1 >= k) {
                search(lists.open(root), 0);
            }
        }

        /** Takes the set of a depth, whose vertices are adjacent to all of {@code depth + 1} fixed ones. */
        private void search(int[] set, int depth) {
            if (++steps % STEPS_PER_POLL == 0) {
                cancellation.check();
            }
            if (depth + 3 == k) {
                long edges = 0;
                for (int v : set) {
                    edges += lists.degree(depth, v);
                }
                cliques.add(edges);
                return;
            }
            for (int v : set) {
                if (lists.degree(depth, v) + depth + 2 >= k) {
                    int[] next = lists.enter(v, depth);
                    search(next, depth + 1);
                    lists.leave(next, depth);
                }
            }
        }
    }
}
