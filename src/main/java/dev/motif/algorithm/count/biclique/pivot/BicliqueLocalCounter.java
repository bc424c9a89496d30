package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.CoreCounts;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.Binomials;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.BipartiteCore;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Adds up the bicliques of one size by vertex or by edge.
 *
 * <p>It keeps four sums over the leaves, in 128 bits: all bicliques; bicliques with one certain free root; bicliques
 * with one certain free mate; bicliques with both. These numbers do not depend on which free root and mate of the leaf
 * it is. When a vertex is taken off the path, the sums have grown by the leaves reached while it was on it, and so by
 * the bicliques of the vertex. An edge gets its bicliques when the first of its two ends is taken off.
 */
final class BicliqueLocalCounter extends BicliqueLeafCounter {
    private static final int ALL = 0;
    private static final int WITH_ROOT = 1;
    private static final int WITH_MATE = 2;
    private static final int WITH_BOTH = 3;
    private static final int SUMS = 4;

    private final SearchSizes sizes;
    private final Binomials binomials;
    private final BipartiteCore core;
    private final OffHeapSums ofRoots;
    private final OffHeapSums ofMates;
    private final OffHeapSums ofSlots;

    private final long[] high = new long[SUMS];
    private final long[] low = new long[SUMS];
    private final Path roots = new Path();
    private final Path mates = new Path();
    /** For each fixed vertex, in the order in which they were fixed, whether it is a root. */
    private boolean[] order = new boolean[64];

    private int orderSize;

    private BicliqueLocalGraph graph;
    private BigInteger total = BigInteger.ZERO;

    /**
     * Prepares the counts of one worker.
     *
     * @param counts the arrays to add to, which all workers share; those that are null are not counted
     */
    BicliqueLocalCounter(BipartiteCore core, SearchSizes sizes, Binomials binomials, CoreCounts counts) {
        this.core = core;
        this.sizes = sizes;
        this.binomials = binomials;
        this.ofRoots = counts.roots();
        this.ofMates = counts.mates();
        this.ofSlots = counts.slots();
    }

    /** The vertices of one side on the path, a stack, each with the sums as they were when it was added. */
    private static final class Path {
        private int size;
        private int[] vertices = new int[64];
        private boolean[] fixed = new boolean[64];
        private long[] high = new long[64 * SUMS];
        private long[] low = new long[64 * SUMS];

        void push(int vertex, boolean isFixed, long[] highSums, long[] lowSums) {
            if (size == vertices.length) {
                vertices = Arrays.copyOf(vertices, 2 * size);
                fixed = Arrays.copyOf(fixed, 2 * size);
                high = Arrays.copyOf(high, 2 * size * SUMS);
                low = Arrays.copyOf(low, 2 * size * SUMS);
            }
            vertices[size] = vertex;
            fixed[size] = isFixed;
            System.arraycopy(highSums, 0, high, size * SUMS, SUMS);
            System.arraycopy(lowSums, 0, low, size * SUMS, SUMS);
            size++;
        }
    }

    @Override
    boolean local() {
        return true;
    }

    @Override
    void begin(BicliqueLocalGraph newGraph) {
        graph = newGraph;
        Arrays.fill(high, 0);
        Arrays.fill(low, 0);
    }

    @Override
    void end() {
        total = total.add(OffHeapSums.toBigInteger(high[ALL], low[ALL]));
    }

    @Override
    void leaf(int fixedRoots, int freeRoots, int fixedMates, int freeMates) {
        int moreRoots = sizes.maxRoots() - fixedRoots;
        int moreMates = sizes.maxMates() - fixedMates;
        add(ALL, freeRoots, moreRoots, freeMates, moreMates);
        add(WITH_ROOT, freeRoots - 1, moreRoots - 1, freeMates, moreMates);
        add(WITH_MATE, freeRoots, moreRoots, freeMates - 1, moreMates - 1);
        if (ofSlots != null) {
            add(WITH_BOTH, freeRoots - 1, moreRoots - 1, freeMates - 1, moreMates - 1);
        }
    }

    /** Adds C(n, k) * C(m, l) to a sum. */
    private void add(int sum, int n, int k, int m, int l) {
        long first = binomials.get(n, k);
        long second = binomials.get(m, l);
        if (first == 0 || second == 0) {
            return;
        }
        if ((first | second) >= 0) {
            add(sum, Math.multiplyHigh(first, second), first * second);
        } else {
            BigInteger product = Binomials.exact(n, k).multiply(Binomials.exact(m, l));
            OffHeapSums.checkFits(product);
            add(sum, product.shiftRight(Long.SIZE).longValue(), product.longValue());
        }
    }

    private void add(int sum, long addHigh, long addLow) {
        low[sum] += addLow;
        high[sum] = OffHeapSums.addHigh(high[sum], addHigh, Long.compareUnsigned(low[sum], addLow) < 0);
    }

    @Override
    int pathLength() {
        return orderSize;
    }

    @Override
    void extend(boolean isRoot, int vertex, boolean isFixed) {
        if (orderSize == order.length) {
            order = Arrays.copyOf(order, 2 * orderSize);
        }
        order[orderSize++] = isRoot;
        (isRoot ? roots : mates).push(vertex, isFixed, high, low);
    }

    @Override
    void shorten(int length) {
        while (orderSize > length) {
            boolean isRoot = order[--orderSize];
            shorten(isRoot, isRoot ? roots : mates, isRoot ? mates : roots);
        }
    }

    private void shorten(boolean isRoot, Path own, Path others) {
        int at = --own.size;
        int vertex = own.vertices[at];
        boolean isFixed = own.fixed[at];
        OffHeapSums ofVertices = isRoot ? ofRoots : ofMates;
        if (ofVertices != null) {
            int sum = isFixed ? ALL : isRoot ? WITH_ROOT : WITH_MATE;
            credit(ofVertices, isRoot ? graph.coreRoot(vertex) : graph.coreMate(vertex), own, at, sum);
        }
        if (ofSlots != null) {
            for (int i = 0; i < others.size; i++) {
                boolean rootFixed = isRoot ? isFixed : others.fixed[i];
                boolean mateFixed = isRoot ? others.fixed[i] : isFixed;
                int root = graph.coreRoot(isRoot ? vertex : others.vertices[i]);
                int mate = graph.coreMate(isRoot ? others.vertices[i] : vertex);
                int sum = (rootFixed ? ALL : WITH_ROOT) | (mateFixed ? ALL : WITH_MATE);
                credit(ofSlots, core.roots().slotOf(root, mate), own, at, sum);
            }
        }
    }

    /** Adds to a count what {@code sum} has grown by since the vertex at position {@code at} was added to the path. */
    private void credit(OffHeapSums counts, long index, Path own, int at, int sum) {
        long beforeLow = own.low[at * SUMS + sum];
        long addLow = low[sum] - beforeLow;
        long addHigh = high[sum] - own.high[at * SUMS + sum] - (Long.compareUnsigned(low[sum], beforeLow) < 0 ? 1 : 0);
        if ((addLow | addHigh) != 0) {
            counts.add(index, addHigh, addLow);
        }
    }

    @Override
    BigInteger[][] bicliques() {
        return new BigInteger[][] {{total}};
    }
}
