package dev.motif.algorithm.sample.clique;

import dev.motif.algorithm.count.clique.search.BitGraph;
import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import dev.motif.algorithm.sample.estimate.RootSampler;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.algorithm.sample.estimate.ThresholdSampler;
import dev.motif.algorithm.sample.estimate.VertexCredits;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.SplittableRandom;

/**
 * Estimates the k-cliques of one root at a time. The state of one worker.
 *
 * <p>The nodes of a level of the search are cliques of the same size, in any order after the root, with all vertices that each
 * may be extended by as candidates. So a clique is found by a path for each order of its vertices, each of which counts for its
 * part, and hardly hangs on one node of a level; with a single path, of falling ranks, estimates of cliques of nearly the largest
 * size vary some times as much in the same time. Of all children of a level's nodes some go on ({@link ThresholdSampler}). The
 * weight of a child with {@code c} candidates that needs {@code r} more vertices is {@code C(c, r) * d^(r (r-1) / 4)}, with
 * {@code d} for the density among the candidates of its node. A node with few candidates is counted.
 *
 * <p>The vertices of the lowest ranks, the inner ones, share one root, with all of them as candidates. So the nodes of a
 * level go to wherever most cliques of theirs are, and these are found in any order.
 */
final class CliqueSampler implements SequentialEstimator.Search, AutoCloseable {
    /**
     * The share of a clique's edges that the density is taken for in weights. With all of them, small chance differences
     * in density make large differences in weight, and estimates vary more than without any.
     */
    private static final double SHARE_OF_EDGES = 0.5;

    /** The root that the inner vertices share: rank 0 has no lower neighbors. */
    private static final int INNER_ROOT = 0;

    /** With more, fewer nodes of a level would go on ({@link RootSampler#nodesWith}) than from roots of their own together. */
    private static final int MOST_INNER = 512;

    /** The most inner vertices by the largest number of lower neighbors: with more, most would be in sparse parts. */
    private static final int INNER_BY_DEGREE = 3;

    private static final int CANDIDATES_PER_CHECK = 1 << 14;
    private static final int NONE = -1;

    private final Csr rows;
    private int k;
    private final int inner;
    private final BitGraph graph;
    private final SmallCliques small = new SmallCliques();

    /** The children of a level: the place of the set of a node, and the vertex that is added. */
    private final ThresholdSampler children = new ThresholdSampler();

    /** The root whose neighborhood is in {@link #graph}, with sets for {@link #openedNodes} nodes of a level. */
    private int opened = NONE;

    private int openedNodes;

    private int[] list = new int[64];
    private int[] degrees = new int[64];

    /** The choices of the vertices that a child of the current level needs, by the number of its candidates. */
    private double[] ways = new double[65];

    private double[] weights = new double[64];

    private double[] standsFor = new double[64];
    private double[] nextStandsFor = new double[64];
    private int untilCheck = CANDIDATES_PER_CHECK;

    /** Credits vertices with the cliques that they are in; null when these are not asked for. */
    private final VertexCredits credits;

    /**
     * @param rows a graph oriented to lower ranks
     * @param inner how many vertices share a root, see {@link #inner}; 0 for none
     * @param credits receives the cliques of vertices, with which no root is counted; may be null
     */
    CliqueSampler(Csr rows, int inner, VertexCredits credits, NativeMemory memory) {
        this.credits = credits;
        this.rows = rows;
        this.inner = inner;
        this.graph = new BitGraph(rows, false, memory);
    }

    /** How many vertices share a root where this is the largest number of lower neighbors; 0 where all roots are small. */
    static int inner(long vertices, long degree) {
        return degree <= SmallCliques.MOST
                ? 0
                : (int) Math.min(vertices, Math.min(MOST_INNER, INNER_BY_DEGREE * degree));
    }

    /** Estimates cliques of this many vertices from now on. */
    CliqueSampler ofSize(int size) {
        k = size;
        return this;
    }

    /** Whether the cliques of {@code size} vertices of {@code root} are counted rather than sampled. */
    boolean isCounted(int root, int size) {
        return credits == null && (size == 3 || isSmall(root));
    }

    private boolean isSmall(int root) {
        return root >= inner && rows.degree(root) <= SmallCliques.MOST;
    }

    /**
     * Adds the cliques of a root where they are counted, and writes what its weight is made of where they are not.
     *
     * @param counted for each size from {@code minK} on
     * @param degrees for each slot of the root the lower neighbors of the root that its end is adjacent to below itself
     */
    void look(int root, int minK, long[] counted, OffHeapInts degrees) {
        if (rows.degree(root) < 2) {
            return;
        }
        openVertex(root);
        int count = list(0);
        if (credits == null && isSmall(root)) {
            graph.edgesAmong(list, count, small.rows());
            for (int size = minK; size <= count + 1 && size < minK + counted.length; size++) {
                counted[size - minK] += small.count(count, size - 1);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int degree = graph.degreeBelow(0, list[i]);
            degrees.set(rows.start(root) + i, degree);
            counted[0] += isCounted(root, minK) ? degree : 0;
        }
    }

    /** Moves the weights of the inner vertices to the root that they share. */
    void joinInner(OffHeapLongs weights) {
        double sum = 0;
        for (int root = inner - 1; root >= INNER_ROOT; root--) {
            sum += Double.longBitsToDouble(weights.get(root));
            weights.set(root, root == INNER_ROOT ? Double.doubleToRawLongBits(sum) : 0);
        }
    }

    private void openVertex(int root) {
        opened = NONE;
        graph.openVertex(root);
        fill(1);
    }

    private void open(int root, int nodes) {
        if (root == INNER_ROOT) {
            graph.openFirst(inner);
        } else {
            graph.openVertex(root);
        }
        // The sets of a level and the sets of the next one take turns.
        int places = RootSampler.nodesWith(graph.size(), nodes) + 2;
        fill(2 * places);
        if (standsFor.length < places) {
            standsFor = new double[places];
            nextStandsFor = new double[places];
        }
        opened = root;
        openedNodes = nodes;
    }

    private void fill(int sets) {
        graph.fill(sets);
        if (list.length < graph.size()) {
            list = new int[2 * graph.size()];
            degrees = new int[list.length];
            weights = new double[list.length];
            ways = new double[list.length + 1];
        }
    }

    @Override
    public double estimate(int root, int nodes, SplittableRandom random, Runnable check) {
        boolean isInner = root == INNER_ROOT;
        if (root == opened && nodes == openedNodes) {
            graph.chooseAll();
        } else {
            open(root, nodes);
        }
        int most = RootSampler.nodesWith(graph.size(), nodes);
        int places = most + 2;
        standsFor[0] = 1;
        double cliques = 0;
        int nodeCount = 1;
        int at = 0;
        if (credits != null) {
            credits.begin(isInner ? VertexCredits.NO_ROOT : root, places, k);
        }
        for (int need = isInner ? k : k - 1; nodeCount > 0; need--) {
            children.clear();
            ApproximateBinomials.column(need - 1, graph.size(), ways);
            for (int n = need - 1; n <= graph.size(); n++) {
                ways[n] = ApproximateBinomials.factor(ways[n]);
            }
            for (int node = 0; node < nodeCount; node++) {
                int count = list(at + node);
                check(count, check);
                if (credits != null && need == 2) {
                    cliques += standsFor[node] * credit(at + node, node, count, standsFor[node]);
                } else if (credits == null && (need <= 2 || count <= SmallCliques.MOST)) {
                    cliques += standsFor[node] * count(at + node, count, need);
                } else {
                    addChildren(at + node, count, need - 1, standsFor[node]);
                }
            }
            children.choose(most, random);
            int to = places - at;
            nodeCount = children.chosenCount();
            for (int i = 0; i < nodeCount; i++) {
                graph.enter(children.node(i), children.step(i), to + i);
                // Any of the vertices needed may be the first of them.
                nextStandsFor[i] = standsFor[children.node(i) - at] * children.standsFor(i) / need;
            }
            if (credits != null) {
                credits.next(children, at, graph::rank);
            }
            double[] swap = standsFor;
            standsFor = nextStandsFor;
            nextStandsFor = swap;
            at = to;
        }
        return cliques;
    }

    /**
     * Credits the cliques of a node that needs two more vertices, and returns their number.
     *
     * @param set the number of the set of its candidates, which are listed
     */
    private double credit(int set, int node, int count, double times) {
        graph.degrees(set, list, count, degrees);
        double ends = 0;
        for (int i = 0; i < count; i++) {
            ends += degrees[i];
            credits.credit(graph.rank(list[i]), times * degrees[i]);
        }
        credits.creditPath(node, times * ends / 2);
        return ends / 2;
    }

    /** About which part of the sets of {@code need} of {@code count} candidates with these edges are cliques. */
    static double part(double edges, int count, int need) {
        double density = count < 2 ? 0 : edges / (0.5 * count * (count - 1));
        return ApproximateBinomials.factor(Math.pow(density, SHARE_OF_EDGES * need * (need - 1) / 2));
    }

    private void addChildren(int set, int count, int need, double times) {
        graph.degrees(set, list, count, degrees);
        long ends = 0;
        for (int i = 0; i < count; i++) {
            ends += degrees[i];
        }
        double part = times * part(ends / 2.0, count, need);
        for (int i = 0; i < count; i++) {
            weights[i] = part * ways[degrees[i]];
        }
        children.addAll(weights, set, list, count);
    }

    private void check(int candidates, Runnable check) {
        untilCheck -= candidates;
        if (untilCheck < 0) {
            untilCheck = CANDIDATES_PER_CHECK;
            check.run();
        }
    }

    private int list(int set) {
        return graph.list(set, list, 0);
    }

    /** The sets of {@code need} listed candidates that are adjacent to each other. */
    private double count(int set, int count, int need) {
        if (need == 1) {
            return count;
        }
        if (need == 2) {
            double edges = 0;
            for (int i = 0; i < count; i++) {
                edges += graph.degreeBelow(set, list[i]);
            }
            return edges;
        }
        if (count < need) {
            return 0;
        }
        graph.edgesAmong(list, count, small.rows());
        return small.count(count, need);
    }

    @Override
    public void close() {
        graph.close();
    }

    /** The most off-heap bytes for roots of this many lower neighbors, among this many vertices. */
    static long bytes(long vertices, long degree) {
        long candidates = candidates(vertices, degree);
        // The number of sets that the smallest of these roots has, each of the words that the largest has.
        return vertices * Integer.BYTES
                + BitGraph.bytes(candidates, 2L * (RootSampler.nodesWith(degree, RootSampler.NODES) + 2));
    }

    /** The most heap bytes for such roots. */
    static long heapBytes(long vertices, long degree) {
        long candidates = candidates(vertices, degree);
        return ThresholdSampler.bytes(RootSampler.nodesWith(candidates, RootSampler.NODES) * candidates);
    }

    private static long candidates(long vertices, long degree) {
        return Math.max(degree, inner(vertices, degree));
    }
}
