package dev.motif.algorithm.count.clique.search;

import dev.motif.backend.Binomials;
import dev.motif.backend.Counts;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.OrientedGraph;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Adds up the cliques of one size by vertex, or by edge.
 *
 * <p>It keeps three sums over the leaves, of 128 bits each: of all cliques; of cliques that choose one given free
 * vertex; of cliques that choose two given ones. The last two are the same for all free vertices of a leaf. While a
 * vertex is on the path, the sums grow by its own cliques; it is credited with these when it is taken off the path. An
 * edge is credited when the first of its ends is taken off.
 */
public final class CliqueLocalCounter extends CliqueLeafCounter {
    private static final int ALL = 0;
    private static final int WITH_ONE = 1;
    private static final int WITH_TWO = 2;
    private static final int SUMS = 3;

    private final int k;
    private final Binomials binomials;
    private final OffHeapInts vertexOfRank;
    private final OffHeapLongs edgeOfSlot;
    private final OffHeapSums ofVertices;
    private final OffHeapSums ofEdges;

    private final long[] high = new long[SUMS];
    private final long[] low = new long[SUMS];

    /** The sums as they were before {@link #extendAlone}. */
    private final long[] highThen = new long[SUMS];

    private final long[] lowThen = new long[SUMS];

    /** How many vertices are on the path; of each, the arrays below hold the sums as they were when it was added. */
    private int pathLength;

    private int[] path = new int[64];
    private boolean[] fixed = new boolean[64];
    private long[] highBefore = new long[64 * SUMS];
    private long[] lowBefore = new long[64 * SUMS];

    private CliqueLocalGraph graph;

    /** The result of {@link #ways}: its high word, then its low word. */
    private long waysHigh;

    private long waysLow;
    private BigInteger total = BigInteger.ZERO;

    /**
     * @param k the size of the cliques
     * @param binomials binomial coefficients for numbers up to the size of the largest clique there may be
     * @param ofVertices receives the counts by vertex; null for counts by edge
     * @param ofEdges receives the counts by edge; null for counts by vertex
     */
    public CliqueLocalCounter(
            int k, OrientedGraph oriented, Binomials binomials, OffHeapSums ofVertices, OffHeapSums ofEdges) {
        this.k = k;
        this.binomials = binomials;
        this.vertexOfRank = oriented.vertices();
        this.edgeOfSlot = oriented.edges();
        this.ofVertices = ofVertices;
        this.ofEdges = ofEdges;
    }

    @Override
    public boolean local() {
        return true;
    }

    /** The number of cliques of all leaves. */
    public BigInteger total() {
        return total;
    }

    @Override
    void begin(CliqueLocalGraph newGraph) {
        graph = newGraph;
    }

    @Override
    public int pathLength() {
        return pathLength;
    }

    @Override
    public void extend(int v, boolean isFixed) {
        if (pathLength == path.length) {
            path = Arrays.copyOf(path, 2 * pathLength);
            fixed = Arrays.copyOf(fixed, 2 * pathLength);
            highBefore = Arrays.copyOf(highBefore, 2 * pathLength * SUMS);
            lowBefore = Arrays.copyOf(lowBefore, 2 * pathLength * SUMS);
        }
        path[pathLength] = v;
        fixed[pathLength] = isFixed;
        System.arraycopy(high, 0, highBefore, pathLength * SUMS, SUMS);
        System.arraycopy(low, 0, lowBefore, pathLength * SUMS, SUMS);
        pathLength++;
    }

    @Override
    public void shorten(int length) {
        while (pathLength > length) {
            int at = --pathLength;
            if (high[ALL] == highBefore[at * SUMS] && low[ALL] == lowBefore[at * SUMS]) {
                continue;
            }
            int sum = fixed[at] ? ALL : WITH_ONE;
            if (ofVertices != null) {
                credit(ofVertices, vertexOfRank.get(graph.rank(path[at])), at, sum);
            } else {
                for (int i = 0; i < at; i++) {
                    credit(ofEdges, edge(path[i], path[at]), at, fixed[i] ? sum : sum + 1);
                }
            }
        }
        if (pathLength == 0) {
            total = total.add(OffHeapSums.toBigInteger(high[ALL], low[ALL]));
            Arrays.fill(high, 0);
            Arrays.fill(low, 0);
        }
    }

    private long edge(int u, int v) {
        return edgeOfSlot.get(graph.slot(u, v));
    }

    /** Adds to a count what {@code sum} has grown by since the vertex at {@code at} was added to the path. */
    private void credit(OffHeapSums counts, long index, int at, int sum) {
        long beforeLow = lowBefore[at * SUMS + sum];
        long addLow = low[sum] - beforeLow;
        long addHigh =
                high[sum] - highBefore[at * SUMS + sum] - (Long.compareUnsigned(low[sum], beforeLow) < 0 ? 1 : 0);
        if ((addLow | addHigh) != 0) {
            counts.add(index, addHigh, addLow);
        }
    }

    @Override
    public void leaf(int h, int p) {
        addWays(ALL, 0, p, k - h);
        addWays(WITH_ONE, 0, p - 1, k - h - 1);
        addWays(WITH_TWO, 0, p - 2, k - h - 2);
    }

    /**
     * Adds a leaf with candidates of which each is adjacent to all others but one.
     *
     * @param pairs the candidates: two that are not adjacent, then the next two, and so on
     */
    public void leafOfPairs(int h, int p, int[] pairs) {
        int n = pairs.length / 2;
        addWays(ALL, n, p, k - h);
        addWays(WITH_ONE, n, p - 1, k - h - 1);
        addWays(WITH_TWO, n, p - 2, k - h - 2);
        for (int v : pairs) {
            creditOfPair(h, p, n, v);
        }
        if (ofEdges != null && ways(n - 2, p, k - h - 2)) {
            for (int i = 0; i < pairs.length; i++) {
                for (int j = i + 2 - i % 2; j < pairs.length; j++) {
                    ofEdges.add(edge(pairs[i], pairs[j]), waysHigh, waysLow);
                }
            }
        }
    }

    /** Credits {@code v}, a vertex of one of {@code n} pairs, with its cliques of the leaf. */
    private void creditOfPair(int h, int p, int n, int v) {
        extendAlone(v);
        addWays(ALL, n - 1, p, k - h - 1);
        addWays(WITH_ONE, n - 1, p - 1, k - h - 2);
        addWays(WITH_TWO, n - 1, p - 2, k - h - 3);
        shortenAlone();
    }

    /**
     * Adds a leaf with room for two more vertices: two of {@code p} free ones, or one of these and one of {@code
     * candidates}, or two candidates that are adjacent, in one of {@code edges} ways. Its candidates and their edges
     * are credited by {@link #candidate} and {@link #edgeOfCandidates}.
     */
    void leafOfTwo(int p, int candidates, long edges) {
        add(ALL, Counts.pairs(p) + (long) p * candidates + edges);
        add(WITH_ONE, p == 0 ? 0 : p - 1L + candidates);
        add(WITH_TWO, p < 2 ? 0 : 1);
    }

    /** Credits a candidate of {@link #leafOfTwo} that is adjacent to {@code degree} other candidates. */
    void candidate(int v, int p, int degree) {
        extendAlone(v);
        add(ALL, (long) p + degree);
        add(WITH_ONE, p == 0 ? 0 : 1);
        shortenAlone();
    }

    /** Credits the edge between two candidates of {@link #leafOfTwo}. */
    void edgeOfCandidates(int u, int v) {
        ofEdges.add(edge(u, v), 0, 1);
    }

    boolean countsEdges() {
        return ofEdges != null;
    }

    /**
     * Adds a vertex to the path whose cliques the vertices before it have been credited with already: until {@link
     * #shortenAlone}, sums begin at 0 and are for this vertex and its edges only.
     */
    private void extendAlone(int v) {
        System.arraycopy(high, 0, highThen, 0, SUMS);
        System.arraycopy(low, 0, lowThen, 0, SUMS);
        Arrays.fill(high, 0);
        Arrays.fill(low, 0);
        extend(v, true);
    }

    private void shortenAlone() {
        shorten(pathLength - 1);
        System.arraycopy(highThen, 0, high, 0, SUMS);
        System.arraycopy(lowThen, 0, low, 0, SUMS);
    }

    private void add(int sum, long ways) {
        low[sum] += ways;
        high[sum] = OffHeapSums.addHigh(high[sum], 0, Long.compareUnsigned(low[sum], ways) < 0);
    }

    private void addWays(int sum, int pairs, int p, int more) {
        if (ways(pairs, p, more)) {
            low[sum] += waysLow;
            high[sum] = OffHeapSums.addHigh(high[sum], waysHigh, Long.compareUnsigned(low[sum], waysLow) < 0);
        }
    }

    /**
     * Computes in how many ways {@code more} vertices can be chosen from {@code p} vertices and from pairs, of each
     * pair at most one, into {@link #waysHigh} and {@link #waysLow}; returns false when there is no way.
     */
    private boolean ways(int pairs, int p, int more) {
        waysHigh = 0;
        waysLow = 0;
        for (int i = Math.max(0, more - p); p >= 0 && i <= Math.min(pairs, more); i++) {
            long ofPairs = binomials.get(pairs, i);
            long ofOthers = binomials.get(p, more - i);
            if ((ofPairs | ofOthers) >= 0 && Long.numberOfLeadingZeros(ofPairs) > i + 1) {
                add(Math.multiplyHigh(ofPairs << i, ofOthers), (ofPairs << i) * ofOthers);
            } else {
                BigInteger exact = Binomials.exact(pairs, i).shiftLeft(i).multiply(Binomials.exact(p, more - i));
                OffHeapSums.checkFits(exact);
                add(exact.shiftRight(Long.SIZE).longValue(), exact.longValue());
            }
        }
        return (waysHigh | waysLow) != 0;
    }

    private void add(long addHigh, long addLow) {
        waysLow += addLow;
        waysHigh = OffHeapSums.addHigh(waysHigh, addHigh, Long.compareUnsigned(waysLow, addLow) < 0);
    }
}
