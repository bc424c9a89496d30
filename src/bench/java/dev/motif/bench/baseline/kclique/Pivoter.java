package dev.motif.bench.baseline.kclique;

import dev.motif.algorithm.kclique.model.LeafHistogram;
import dev.motif.backend.Execution;
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
    private static final int STEPS_PER_POLL = 1 << 12;

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
        private final LeafHistogram leaves = new LeafHistogram();
        /** For each vertex its number among the candidates of the root plus 1, otherwise 0. */
        private final int[] numbers;

        /** The neighbors of each candidate, in both directions. */
        private int[][] adjacency = new int[0][];

        private int[] degrees = new int[0];
        /** The depth down to which a candidate is in the sets, or -1. */
        private int[] depths = new int[0];

        /** The number of the last node whose pivot a candidate was adjacent to. */
        private long[] stamps = new long[0];

        private long stamp;
        private int steps;

        Searcher(Csr rows, int k, Cancellation cancellation) {
            this.rows = rows;
            this.k = k;
            this.cancellation = cancellation;
            this.numbers = new int[rows.vertexCount()];
        }

        @Override
        public BigInteger cliques() {
            BigInteger[] bySize = leaves.cliques(k);
            return k < bySize.length ? bySize[k] : BigInteger.ZERO;
        }

        @Override
        public void search(int root) {
            int size = (int) rows.degree(root);
            if (size + 1 < k) {
                return;
            }
            extract(root, size);
            int[] all = new int[size];
            for (int i = 0; i < size; i++) {
                all[i] = i;
                depths[i] = 0;
            }
            search(all, size, 0, 1, 0);
        }

        /** Makes the lists of the graph among the lower neighbors of {@code root}. */
        private void extract(int root, int size) {
            if (size > adjacency.length) {
                int before = adjacency.length;
                adjacency = Arrays.copyOf(adjacency, Math.max(size, 2 * before));
                Arrays.fill(adjacency, before, adjacency.length, new int[0]);
                degrees = new int[adjacency.length];
                depths = new int[adjacency.length];
                stamps = new long[adjacency.length];
            }
            long start = rows.start(root);
            for (int i = 0; i < size; i++) {
                numbers[rows.neighbor(start + i)] = i + 1;
                degrees[i] = 0;
            }
            for (int i = 0; i < size; i++) {
                int v = rows.neighbor(start + i);
                for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                    int j = numbers[rows.neighbor(slot)] - 1;
                    if (j >= 0) {
                        append(i, j);
                        append(j, i);
                    }
                }
            }
            for (int i = 0; i < size; i++) {
                numbers[rows.neighbor(start + i)] = 0;
            }
        }

        private void append(int i, int j) {
            if (degrees[i] == adjacency[i].length) {
                adjacency[i] = Arrays.copyOf(adjacency[i], Math.max(8, 2 * degrees[i]));
            }
            adjacency[i][degrees[i]++] = j;
        }

        /**
         * Searches a node of the tree.
         *
         * @param set its candidates, which have this depth in {@link #depths}
         * @param held the vertices that are in all cliques of the node
         * @param pivots the vertices that are in some of them
         */
        private void search(int[] set, int size, int depth, int held, int pivots) {
            if (size == 0) {
                leaves.add(held, pivots, 1);
                return;
            }
            if (held + pivots + size < k) {
                return;
            }
            if (++steps % STEPS_PER_POLL == 0) {
                cancellation.check();
            }
            int pivot = pivot(set, size, depth);
            int[] others = others(pivot, set, size);
            child(pivot, depth, held, pivots + 1);
            depths[pivot] = depth - 1;
            for (int i = 0; i < others.length && held < k; i++) {
                child(others[i], depth, held + 1, pivots);
                depths[others[i]] = depth - 1;
            }
            for (int i = 0; i < size; i++) {
                depths[set[i]] = depth;
            }
        }

        private int pivot(int[] set, int size, int depth) {
            int best = -1;
            int most = -1;
            for (int i = 0; i < size; i++) {
                int common = 0;
                for (int j = 0; j < degrees[set[i]]; j++) {
                    common += depths[adjacency[set[i]][j]] == depth ? 1 : 0;
                }
                if (common > most) {
                    most = common;
                    best = set[i];
                }
            }
            return best;
        }

        /** The candidates that are not adjacent to the pivot, without it. */
        private int[] others(int pivot, int[] set, int size) {
            stamp++;
            stamps[pivot] = stamp;
            for (int j = 0; j < degrees[pivot]; j++) {
                stamps[adjacency[pivot][j]] = stamp;
            }
            return Arrays.stream(set, 0, size).filter(v -> stamps[v] != stamp).toArray();
        }

        /** Searches the child whose candidates are the neighbors of {@code v} among those of this node that are left. */
        private void child(int v, int depth, int held, int pivots) {
            int[] set = new int[degrees[v]];
            int size = 0;
            for (int j = 0; j < degrees[v]; j++) {
                int w = adjacency[v][j];
                if (depths[w] == depth) {
                    set[size++] = w;
                }
            }
            for (int i = 0; i < size; i++) {
                depths[set[i]] = depth + 1;
            }
            search(set, size, depth + 1, held, pivots);
            for (int i = 0; i < size; i++) {
                depths[set[i]] = depth;
            }
        }
    }
}
