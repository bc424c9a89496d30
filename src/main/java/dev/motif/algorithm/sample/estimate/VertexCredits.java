package dev.motif.algorithm.sample.estimate;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.memory.HeapBudget;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Credits vertices with the subgraphs that an estimate finds in a search from roots, level by level: the vertices of the
 * path to a node, which are the root and the vertices added since, and other vertices one by one. The state of one
 * worker.
 */
public final class VertexCredits {
    /** In place of the root of a search that has none. */
    public static final int NO_ROOT = -1;

    private final double[] found;
    private final int[] named;
    private int namedCount;
    private int root;

    /** How many roots the current one stands for. */
    private double times = 1;

    /** For each level of the search and node of it, the node before it and the vertex added. */
    private int[][] before = new int[0][];

    private int[][] added = new int[0][];
    private int level;

    /**
     * A share of the heap for the credits of {@code workers} workers, and of one estimate that waits for another.
     *
     * @throws HeapBudget.Exceeded when it does not fit
     */
    public static HeapBudget.Share heap(HeapBudget budget, long vertices, int workers) {
        return budget.share("the estimates of nodes", (workers + 1L) * vertices * (Double.BYTES + Integer.BYTES));
    }

    public VertexCredits(int vertices) {
        found = new double[vertices];
        named = new int[vertices];
    }

    /**
     * The heap that they take beside what is needed for the totals.
     *
     * @param nodes the most nodes of a level of the search
     */
    public static MemoryEstimate estimate(
            MemoryEstimate ofTotals, long vertices, long nodes, long levels, int concurrency) {
        long bytes = vertices * (Double.BYTES + Integer.BYTES) + 2 * nodes * levels * Integer.BYTES;
        return MemoryEstimate.sum(
                "credits, one a worker and one that waits",
                ofTotals,
                MemoryEstimate.range(levels == 0 ? "credits" : "paths", 0, (concurrency + 1L) * bytes));
    }

    /** Says how many roots the next one stands for. */
    public void standsFor(double roots) {
        times = roots;
    }

    /**
     * Begins the search from a root.
     *
     * @param newRoot may be {@link #NO_ROOT}
     * @param nodes the most nodes of a level
     * @param levels the most levels after the root
     */
    public void begin(int newRoot, int nodes, int levels) {
        root = newRoot;
        level = 0;
        if (before.length < levels) {
            before = Arrays.copyOf(before, levels);
            added = Arrays.copyOf(added, levels);
        }
        for (int i = 0; i < levels; i++) {
            if (before[i] == null || before[i].length < nodes) {
                before[i] = new int[nodes];
                added[i] = new int[nodes];
            }
        }
    }

    /**
     * Goes on to the next level.
     *
     * @param first the number of the first node of the current level
     */
    public void next(ThresholdSampler children, int first, IntUnaryOperator vertex) {
        for (int i = 0; i < children.chosenCount(); i++) {
            before[level][i] = children.node(i) - first;
            added[level][i] = vertex.applyAsInt(children.step(i));
        }
        level++;
    }

    /** Credits the vertices of the path to a node of the current level, numbered from 0 on. */
    public void creditPath(int node, double amount) {
        if (root != NO_ROOT) {
            credit(root, amount);
        }
        int at = node;
        for (int i = level - 1; i >= 0; i--) {
            credit(added[i][at], amount);
            at = before[i][at];
        }
    }

    /** Credits a vertex, as often as the root stands for. */
    public void credit(int vertex, double amount) {
        if (amount > 0) {
            if (found[vertex] == 0) {
                named[namedCount++] = vertex;
            }
            found[vertex] += times * amount;
        }
    }

    /** Ends the estimate of this number of a batch, see {@link VertexSamples#add}. */
    void addTo(VertexSamples vertices, int number, Runnable check) {
        vertices.add(number, new VertexSamples.Named(namedCount, named, i -> found[named[i]]), check);
        clear();
    }

    public void clear() {
        for (int i = 0; i < namedCount; i++) {
            found[named[i]] = 0;
        }
        namedCount = 0;
    }
}
