package dev.motif.bench.baseline.kclique;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Cancellation;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Pivoter, the counting of k-cliques by pivots that the paper compares with. It builds the succinct clique tree of each
 * vertex's lower neighbors in the order by degeneracy, with the graph among them as lists: the candidate with the most
 * neighbors is the pivot and gets a child, and so does each candidate that is not adjacent to it, without those before.
 * A leaf with {@code h} vertices that were held and {@code p} pivots stands for {@code C(p, k-h)} cliques. Jain and
 * Seshadhri, "The Power of Pivoting for Exact Clique Counting", WSDM 2020, doi:10.1145/3336191.3371839, Algorithm 1.
 */
public final class Pivoter {
    private static final int NODES_PER_POLL = 1 << 12;

    private Pivoter() {}

    /** Counts the cliques of {@code k} vertices, 3 or more. */
    public static BigInteger count(UnipartiteGraph graph, int k, Execution execution) {
        Cancellation cancellation = execution.workers().cancellation();
        return RootSearch.count(graph, true, execution, rows -> new Searcher(rows, k, cancellation));
    }

    private static final class Searcher implements RootSearch.Searcher {
        private final Csr rows;
        private final int k;
        private final Cancellation cancellation;
        private final LocalLists lists;
        private final CliqueLeafHistogram leaves = new CliqueLeafHistogram();
        /** For each candidate the number of the last node whose pivot it was adjacent to. */
        private final long[] stamps;

        private long nodes;

        Searcher(Csr rows, int k, Cancellation cancellation) {
            this.rows = rows;
            this.k = k;
            this.cancellation = cancellation;
            this.lists = new LocalLists(rows, true);
            this.stamps = new long[(int) rows.largestDegree()];
        }

        @Override
        public BigInteger cliques() {
            BigInteger[] bySize = leaves.cliques(k);
            return k < bySize.length ? bySize[k] : BigInteger.ZERO;
        }

        @Override
        public void search(int root) {
            if (rows.degree(root) + 1 >= k) {
                search(lists.open(root), 0, 1, 0);
            }
        }

        /**
         * Searches a node of the tree.
         *
         * @param set its candidates
         * @param held the vertices that are in all cliques of the node
         * @param pivots the vertices that are in some of them
         */
        private void search(int[] set, int depth, int held, int pivots) {
            if (set.length == 0) {
                leaves.add(held, pivots, 1);
                return;
            }
            if (held + pivots + set.length < k) {
                return;
            }
            if (++nodes % NODES_PER_POLL == 0) {
                cancellation.check();
            }
            int pivot = set[0];
            for (int v : set) {
                pivot = lists.degree(depth, v) > lists.degree(depth, pivot) ? v : pivot;
            }
            int[] others = others(pivot, set, depth);
            child(pivot, depth, held, pivots + 1);
            lists.remove(pivot, depth);
            for (int i = 0; i < others.length && held < k; i++) {
                child(others[i], depth, held + 1, pivots);
                lists.remove(others[i], depth);
            }
        }

        /** The candidates that are not adjacent to the pivot, without it. */
        private int[] others(int pivot, int[] set, int depth) {
            long stamp = nodes;
            stamps[pivot] = stamp;
            for (int i = 0; i < lists.degree(depth, pivot); i++) {
                stamps[lists.neighbor(pivot, i)] = stamp;
            }
            return Arrays.stream(set).filter(v -> stamps[v] != stamp).toArray();
        }

        /** Searches the child whose candidates are the neighbors of {@code v} among those of this node that are left. */
        private void child(int v, int depth, int held, int pivots) {
            int[] set = lists.enter(v, depth);
            search(set, depth + 1, held, pivots);
            lists.leave(set, depth);
        }
    }
}
