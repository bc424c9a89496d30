package dev.motif.algorithm.kclique.search;

import dev.motif.algorithm.kclique.model.CliqueSizes;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.OrientedGraph;
import java.util.Arrays;

/**
 * Adds up the cliques of several sizes by vertex or by edge, and in total.
 *
 * <p>A leaf of {@code h} fixed and {@code p} free vertices stands for the cliques {@code x^h (1+x)^p}, where the power of
 * {@code x} is the size. Of these, {@code x^h (1+x)^p} have one of the fixed vertices, {@code x^(h+1) (1+x)^(p-1)} one of
 * the free ones: a leaf of another kind. So what belongs to a vertex or edge is kept as numbers of leaves by kind, in
 * 64 bits, and multiplied out once for each root.
 *
 * <p>A leaf concerns all vertices on the path. It is kept in a log; when vertices are taken off the path, they are credited
 * with the leaves that were logged since they were added. Vertices that were added with no leaf in between are a group.
 */
public final class SizesLeafCounter extends TotalLeafCounter implements AutoCloseable {
    /** The cells of the rows by vertex, 4 MiB. */
    private static final long MOST_CELLS_OF_VERTICES = 1 << 19;

    /** The cells of the rows by edge, 16 MiB: there are more edges than vertices. */
    private static final long MOST_CELLS_OF_EDGES = 1 << 21;

    /** The leaves that are added up before they are multiplied out, so that no number of leaves is 2^63 or more. */
    private static final long MOST_LEAVES = 1L << 62;

    private static final int LOG_LENGTH = 1 << 14;

    /** Entries of the log are merged when a group has so many numbers of them at its end. */
    private static final int WORTH_MERGING = 64;

    /** An entry of the log: p, h, how many numbers follow, and these: the leaves of h, h + 1, ... fixed vertices. */
    private static final int HEADER = 3;

    private final int minK;
    private final int maxK;
    private final OffHeapInts vertexOfRank;
    private final OffHeapLongs edgeOfSlot;
    private final boolean byEdge;
    private final OffHeapSums counts;
    private final CliqueSizes sizes;
    private final LeafRows rows;

    private LocalGraph graph;

    /** The largest size of a clique of this root that is asked for. */
    private int largest;

    private int pathLength;
    private int[] path = new int[64];
    private boolean[] fixed = new boolean[64];

    private int groups;
    private int[] groupStart = new int[64];
    private int[] logStart = new int[64];

    private long[] log = new long[LOG_LENGTH];
    private int logEnd;
    private long[] merged = new long[64];

    /** By p, while entries are merged: the least h, then the end of the h, then where these begin in {@link #merged}. */
    private int[] least = new int[64];

    private int[] most = new int[64];
    private int[] place = new int[64];

    /** The leaves since rows were last multiplied out. */
    private long leaves;

    private final long[] one = {1};
    private final SparseComplement.Recent recent = new SparseComplement.Recent();

    /** Numbers of cliques by size while a row is multiplied out: their high words, then their low words. */
    private long[] high = new long[64];

    private long[] low = new long[64];

    /**
     * @param counts receives the counts of each vertex or edge
     * @param sizes where they are
     */
    public SizesLeafCounter(
            KCliqueConfig config, OrientedGraph oriented, OffHeapSums counts, CliqueSizes sizes, NativeMemory memory) {
        this.minK = config.minK();
        this.maxK = config.maxK();
        this.vertexOfRank = oriented.vertices();
        this.edgeOfSlot = oriented.edges();
        this.byEdge = config.result() == KCliqueConfig.Result.EDGE;
        this.counts = counts;
        this.sizes = sizes;
        this.rows = new LeafRows(mostCells(config), memory);
    }

    private static long mostCells(KCliqueConfig config) {
        return config.result() == KCliqueConfig.Result.EDGE ? MOST_CELLS_OF_EDGES : MOST_CELLS_OF_VERTICES;
    }

    /** The most off-heap bytes, for roots of {@code candidates}. */
    public static long bytes(KCliqueConfig config, long candidates) {
        return LeafRows.peakBytes(mostCells(config), Math.min(config.maxK(), candidates + 2));
    }

    @Override
    public boolean local() {
        return true;
    }

    @Override
    void begin(LocalGraph newGraph) {
        graph = newGraph;
        // A root, or the two ends of an edge, and the candidates.
        largest = Math.min(maxK, graph.size() + 2);
        rows.begin(byEdge ? pair(graph.size() + 1, graph.size() + 1) : graph.size() + 2, largest);
        if (least.length < graph.size() + 3) {
            least = new int[2 * graph.size() + 3];
            most = new int[least.length];
            place = new int[least.length];
        }
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
            groupStart = Arrays.copyOf(groupStart, 2 * pathLength);
            logStart = Arrays.copyOf(logStart, 2 * pathLength);
        }
        if (groups == 0 || logEnd > logStart[groups - 1]) {
            groupStart[groups] = pathLength;
            logStart[groups++] = logEnd;
        }
        path[pathLength] = v;
        fixed[pathLength++] = isFixed;
    }

    @Override
    public void shorten(int length) {
        while (pathLength > length) {
            int group = groups - 1;
            if (logEnd - logStart[group] > WORTH_MERGING) {
                merge(logStart[group]);
            }
            int from = Math.max(groupStart[group], length);
            credit(from, pathLength, logStart[group]);
            pathLength = from;
            groups = from == groupStart[group] ? group : groups;
        }
        if (pathLength == 0 && graph != null) {
            addToTotal();
            multiplyOut();
            graph = null;
        }
    }

    /** Credits the vertices of the path from {@code from} to {@code to} with the entries of the log from {@code start} on. */
    private void credit(int from, int to, int start) {
        for (int at = start; at < logEnd; at += HEADER + (int) log[at + 2]) {
            for (int i = from; i < to; i++) {
                int free = fixed[i] ? 0 : 1;
                credit(path[i], i, (int) log[at] - free, (int) log[at + 1] + free, log, at + HEADER, (int) log[at + 2]);
            }
        }
    }

    /**
     * Credits {@code v}, or its edges to the first {@code before} vertices of the path, with leaves that have {@code v}: of
     * {@code h} fixed vertices, of {@code h + 1}, ..., as {@code values} says from {@code at} on.
     */
    private void credit(int v, int before, int p, int h, long[] values, int at, int count) {
        if (!byEdge) {
            add(v, p, h, values, at, count);
            return;
        }
        for (int i = 0; i < before; i++) {
            int free = fixed[i] ? 0 : 1;
            add(pair(path[i], v), p - free, h + free, values, at, count);
        }
    }

    /** The number of a pair of candidates or roots: that of (u, v) is {@code v^2 + u} for {@code u < v}. */
    private static long pair(int u, int v) {
        long larger = Math.max(u, v);
        return larger * larger + Math.min(u, v);
    }

    private void add(long owner, int p, int h, long[] values, int at, int count) {
        if (!rows.add(owner, p, h, values, at, at + count)) {
            multiplyOut();
            rows.add(owner, p, h, values, at, at + count);
        }
    }

    @Override
    public void leaf(int h, int p) {
        log(h, p, one, 1);
    }

    @Override
    public void leaves(int h, int p, long times) {
        throw new UnsupportedOperationException("leaves without vertices");
    }

    /** Adds leaves for all vertices on the path: {@code values[i]} of {@code h + i} fixed vertices and {@code p} free ones. */
    private void log(int h, int p, long[] values, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i];
        }
        if (leaves > MOST_LEAVES - sum) {
            settle();
            multiplyOut();
            leaves = 0;
        }
        leaves += sum;
        if (logEnd + HEADER + count > log.length) {
            merge(logStart[groups - 1]);
            if (logEnd + HEADER + count > log.length / 2) {
                settle();
            }
        }
        log[logEnd] = p;
        log[logEnd + 1] = h;
        log[logEnd + 2] = count;
        System.arraycopy(values, 0, log, logEnd + HEADER, count);
        logEnd += HEADER + count;
    }

    /** Credits the vertices of the path with what is in the log, and empties it. */
    private void settle() {
        int end = pathLength;
        for (int group = groups - 1; group >= 0; group--) {
            credit(groupStart[group], end, logStart[group]);
            end = groupStart[group];
            logStart[group] = 0;
        }
        addToTotal();
    }

    private void addToTotal() {
        for (int at = 0; at < logEnd; at += HEADER + (int) log[at + 2]) {
            for (int i = 0; i < log[at + 2]; i++) {
                histogram().add((int) log[at + 1] + i, (int) log[at], log[at + HEADER + i]);
            }
        }
        logEnd = 0;
    }

    /** Makes one entry of all those of the log from {@code start} on that have the same p. */
    private void merge(int start) {
        int first = Integer.MAX_VALUE;
        int last = -1;
        for (int at = start; at < logEnd; at += HEADER + (int) log[at + 2]) {
            int p = (int) log[at];
            for (; last < p; last++) {
                most[last + 1] = 0;
                least[last + 1] = Integer.MAX_VALUE;
            }
            first = Math.min(first, p);
            least[p] = Math.min(least[p], (int) log[at + 1]);
            most[p] = Math.max(most[p], (int) (log[at + 1] + log[at + 2]));
        }
        int length = 0;
        for (int p = first; p <= last; p++) {
            place[p] = length;
            length += most[p] == 0 ? 0 : HEADER + most[p] - least[p];
        }
        if (length >= logEnd - start) {
            return;
        }
        if (merged.length < length) {
            merged = new long[2 * length];
        }
        Arrays.fill(merged, 0, length, 0);
        for (int at = start; at < logEnd; at += HEADER + (int) log[at + 2]) {
            int p = (int) log[at];
            int to = place[p] + HEADER + (int) log[at + 1] - least[p];
            for (int i = 0; i < log[at + 2]; i++) {
                merged[to + i] += log[at + HEADER + i];
            }
        }
        for (int p = first; p <= last; p++) {
            if (most[p] > 0) {
                merged[place[p]] = p;
                merged[place[p] + 1] = least[p];
                merged[place[p] + 2] = most[p] - least[p];
            }
        }
        System.arraycopy(merged, 0, log, start, length);
        logEnd = start + length;
    }

    /** Adds a leaf with candidates of which a clique has one at most. */
    void leafOfOne(int h, int p, int[] candidates, int from, int to) {
        log(h, p, to > from ? new long[] {1, to - from} : one, to > from ? 2 : 1);
        for (int i = from; i < to; i++) {
            credit(candidates[i], pathLength, p, h + 1, one, 0, 1);
        }
    }

    /**
     * Adds a leaf with candidates whose missing edges are paths and cycles, of which a clique has an independent set.
     *
     * @param candidates one path or cycle after the other, each in its order, {@value
     *     IndependencePolynomial#MAX_SMALL} at most
     * @param lengths the vertices of each; negative for cycles
     * @param components how many paths and cycles there are
     */
    public void leafOfSparseComplement(int h, int p, int[] candidates, int[] lengths, int components) {
        SparseComplement sets = recent.of(lengths, components);
        log(h, p, sets.all, sets.all.length);
        int start = 0;
        for (int c = 0; c < components; c++) {
            int m = Math.abs(lengths[c]);
            int alike = 0;
            while (sets.lengths[alike] != lengths[c]) {
                alike++;
            }
            long[][] chosen = sets.chosen[alike];
            for (int i = 0; i < m; i++) {
                // The same from both ends of a path, and all around a cycle.
                long[] left = chosen[lengths[c] < 0 ? 0 : Math.min(i, m - 1 - i)];
                credit(candidates[start + i], pathLength, p, h + 1, left, 0, left.length);
                if (byEdge) {
                    creditPairs(h + 2, p, left, candidates, lengths, components, c, start, i);
                }
            }
            start += m;
        }
    }

    /**
     * Credits the pairs of the candidate at {@code i} of component {@code c}, which begins at {@code start}, with later
     * candidates.
     *
     * @param left the independent sets of what is left when this candidate is chosen
     */
    private void creditPairs(
            int h, int p, long[] left, int[] candidates, int[] lengths, int components, int c, int start, int i) {
        int m = Math.abs(lengths[c]);
        int v = candidates[start + i];
        // The vertices of the same component from i + 2 on are a path, or of a cycle the beginning of one.
        int length = lengths[c] < 0 ? m - 3 : m - 2 - i;
        creditPairs(v, h, p, left, candidates, start + i + 2, Math.min(length, m - 2 - i), length);
        int next = start + m;
        for (int other = c + 1; other < components; other++) {
            int size = Math.abs(lengths[other]);
            creditPairs(v, h, p, left, candidates, next, size, lengths[other]);
            next += size;
        }
    }

    /** Credits the pairs of {@code v} with the first {@code count} vertices of a component that begins at {@code start}. */
    private void creditPairs(int v, int h, int p, long[] left, int[] candidates, int start, int count, int length) {
        if (count <= 0) {
            return;
        }
        long[] others = IndependencePolynomial.quotient(left, length);
        for (int i = 0; i < count; i++) {
            long[] both = SparseComplement.choose(others, length, i);
            add(pair(v, candidates[start + i]), p, h, both, 0, both.length);
        }
    }

    /** Adds what the rows stand for to the counts, and forgets them. */
    private void multiplyOut() {
        long[] keys = rows.sortedKeys();
        if (high.length <= largest) {
            high = new long[2 * largest + 1];
            low = new long[2 * largest + 1];
        }
        for (int end = keys.length; end > 0; ) {
            int start = end - 1;
            while (start > 0 && LeafRows.owner(keys[start - 1]) == LeafRows.owner(keys[end - 1])) {
                start--;
            }
            multiplyOut(keys, start, end);
            end = start;
        }
        rows.clear();
    }

    /**
     * Adds up the rows of one owner, {@code sum over p of (1+x)^p * (leaves of the row)}, by Horner's rule from the largest p
     * down, and adds the sums to its counts.
     */
    private void multiplyOut(long[] keys, int start, int end) {
        int first = Integer.MAX_VALUE;
        int last = 0;
        for (int i = end - 1; i >= start; i--) {
            int row = rows.row(keys[i]);
            int p = LeafRows.free(keys[i]);
            for (int cell = rows.from(row); cell < rows.to(row); cell++) {
                if (last == 0) {
                    first = cell;
                    last = cell;
                }
                for (; first > cell; first--) {
                    high[first - 1] = 0;
                    low[first - 1] = 0;
                }
                for (; last <= cell; last++) {
                    high[last] = 0;
                    low[last] = 0;
                }
                add(cell, 0, rows.get(row, cell));
            }
            int next = i > start ? LeafRows.free(keys[i - 1]) : 0;
            for (int free = p; free > next; free--) {
                if (last <= largest) {
                    high[last] = 0;
                    low[last] = 0;
                    last++;
                }
                // Smaller sizes do not grow to minK any more.
                for (int k = last - 1; k > Math.max(first, minK - free); k--) {
                    add(k, high[k - 1], low[k - 1]);
                }
            }
        }
        long index = index(LeafRows.owner(keys[start]));
        for (int k = Math.max(minK, first); k < last; k++) {
            if ((high[k] | low[k]) != 0) {
                counts.add(sizes.at(index, k), high[k], low[k]);
            }
        }
    }

    private void add(int k, long addHigh, long addLow) {
        low[k] += addLow;
        boolean carry = Long.compareUnsigned(low[k], addLow) < 0;
        if (carry | addHigh != 0) {
            high[k] += addHigh + (carry ? 1 : 0);
            if (high[k] < 0) {
                throw KCliqueResult.tooManyOfSizes(Math.max(k, minK));
            }
        }
    }

    /** The vertex, or the edge, that is an owner of rows. */
    private long index(long owner) {
        if (!byEdge) {
            return vertexOfRank.get(graph.rank((int) owner));
        }
        int larger = (int) Math.sqrt((double) owner);
        larger -= (long) larger * larger > owner ? 1 : 0;
        return edgeOfSlot.get(graph.slot((int) (owner - (long) larger * larger), larger));
    }

    @Override
    public void close() {
        rows.close();
    }
}
