package dev.motif.algorithm.kclique.search;

import dev.motif.backend.Binomials;
import dev.motif.backend.Counts;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapSums;
import dev.motif.graph.OrientedGraph;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Adds up the cliques of one size by vertex, or by edge.
 *
 * <p>For the leaves it keeps three sums, in 128 bits: all cliques; those that choose one certain free vertex; those
 * that choose two certain ones. They are the same whichever those are. When a vertex is let go, the sums have grown by
 * the leaves reached while it was on the path: by its own cliques. An edge gets them from whichever end is let go first.
 */
public final class LocalTally extends Tally {
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

    /** The vertices on the path, each with the sums as they were when it was added to the path. */
    private int pathLength;

    private int[] path = new int[64];
    private boolean[] fixed = new boolean[64];
    private long[] highBefore = new long[64 * SUMS];
    private long[] lowBefore = new long[64 * SUMS];

    private LocalGraph graph;

    /** What {@link #ways} found. */
    private long waysHigh;

    private long waysLow;
    private BigInteger total = BigInteger.ZERO;

    /**
     * @param binomials for numbers up to the size of the largest clique there may be
     * @param ofVertices receives counts, or null
     * @param ofEdges likewise
     */
    public LocalTally(int k, OrientedGraph oriented, Binomials binomials, OffHeapSums ofVertices, OffHeapSums ofEdges) {
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

    /** The cliques of all leaves. */
    public BigInteger total() {
        return total;
    }

    @Override
    void begin(LocalGraph newGraph) {
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
                    credit(
                            ofEdges,
                            edge(path[i], path[at]),
                            at,
                            fixed[i] ? sum : sum + 1);
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

    /** Adds what {@code sum} has grown by since the vertex at {@code at} was added to the path. */
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
     * A leaf with candidates that are adjacent to all but one of the others each.
     *
     * @param pairs two that are not adjacent, then of two others, and so on
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

    /** Counts the cliques of that leaf with one vertex of a pair. */
    private void creditOfPair(int h, int p, int n, int v) {
        extendAlone(v);
        addWays(ALL, n - 1, p, k - h - 1);
        addWays(WITH_ONE, n - 1, p - 1, k - h - 2);
        addWays(WITH_TWO, n - 1, p - 2, k - h - 3);
        shortenAlone();
    }

    /**
     * A leaf with room for two more vertices: two of {@code p} free ones, one of these and one of {@code candidates},
     * or two candidates that are adjacent, of which there are {@code edges} pairs. The candidates and their edges are
     * counted by {@link #candidate} and {@link #edgeOfCandidates}.
     */
    void leafOfTwo(int p, int candidates, long edges) {
        add(ALL, Counts.pairs(p) + (long) p * candidates + edges);
        add(WITH_ONE, p == 0 ? 0 : p - 1L + candidates);
        add(WITH_TWO, p < 2 ? 0 : 1);
    }

    /** One of those candidates, which is adjacent to {@code degree} others. */
    void candidate(int v, int p, int degree) {
        extendAlone(v);
        add(ALL, (long) p + degree);
        add(WITH_ONE, p == 0 ? 0 : 1);
        shortenAlone();
    }

    /** Two of those candidates that are adjacent. */
    void edgeOfCandidates(int u, int v) {
        ofEdges.add(edge(u, v), 0, 1);
    }

    boolean countsEdges() {
        return ofEdges != null;
    }

    /** Adds a vertex to the path whose cliques are counted for the vertices before it already. */
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

    /** In how many ways {@code more} vertices can be chosen from {@code p}, and from pairs of which one may be; false for none. */
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
