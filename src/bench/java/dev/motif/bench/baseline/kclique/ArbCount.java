package dev.motif.bench.baseline.kclique;

import dev.motif.backend.ExactSum;
import dev.motif.backend.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Cancellation;
import java.math.BigInteger;

/**
 * ARB-COUNT, the best counting of k-cliques by orientation on CPUs that the paper compares with. A set of candidates is
 * intersected with the neighbors of each of them in turn, k - 2 levels deep; a level's set is marked in an array with an
 * entry for each vertex, so that an intersection looks at the shorter list alone. The last level is counted and not
 * visited. Shi, Dhulipala, Shun, "Parallel Clique Counting and Peeling Algorithms", ACDA 2021,
 * doi:10.1137/1.9781611976830.13, Algorithm 2.
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
        private final ExactSum cliques = new ExactSum();
        /** The deepest level whose set has the vertex. */
        private final int[] level;

        private final int[][] sets;
        private int steps;

        Searcher(Csr rows, int k, Cancellation cancellation) {
            this.rows = rows;
            this.k = k;
            this.cancellation = cancellation;
            this.level = new int[rows.vertexCount()];
            this.sets = new int[k][0];
        }

        @Override
        public BigInteger cliques() {
            return cliques.toBigInteger();
        }

        @Override
        public void search(int root) {
            int size = (int) rows.degree(root);
            if (size + 1 < k) {
                return;
            }
            int[] set = room(1, size);
            for (int i = 0; i < size; i++) {
                set[i] = rows.neighbor(rows.start(root) + i);
            }
            search(1, size);
        }

        private int[] room(int depth, int size) {
            if (sets[depth].length < size) {
                sets[depth] = new int[Math.max(size, 2 * sets[depth].length)];
            }
            return sets[depth];
        }

        /** Takes the set of a level, whose vertices are adjacent to all of {@code depth} fixed ones. */
        private void search(int depth, int size) {
            int[] set = sets[depth];
            for (int i = 0; i < size; i++) {
                level[set[i]] = depth;
            }
            if (depth + 2 == k) {
                cliques.add(edges(set, size, depth));
            } else {
                for (int i = 0; i < size; i++) {
                    int common = intersect(set[i], depth);
                    if (common + depth + 1 >= k) {
                        search(depth + 1, common);
                    }
                }
            }
            for (int i = 0; i < size; i++) {
                level[set[i]] = depth - 1;
            }
        }

        /** Makes the set of the next level of the neighbors of {@code v} in that of {@code depth}. */
        private int intersect(int v, int depth) {
            int[] common = room(depth + 1, (int) rows.degree(v));
            int size = 0;
            for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                int w = rows.neighbor(slot);
                common[size] = w;
                size += level[w] == depth ? 1 : 0;
            }
            poll();
            return size;
        }

        private long edges(int[] set, int size, int depth) {
            long edges = 0;
            for (int i = 0; i < size; i++) {
                for (long slot = rows.start(set[i]); slot < rows.end(set[i]); slot++) {
                    edges += level[rows.neighbor(slot)] == depth ? 1 : 0;
                }
                poll();
            }
            return edges;
        }

        private void poll() {
            if (++steps % STEPS_PER_POLL == 0) {
                cancellation.check();
            }
        }
    }
}
