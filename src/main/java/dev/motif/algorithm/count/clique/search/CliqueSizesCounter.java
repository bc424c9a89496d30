package dev.motif.algorithm.count.clique.search;

import dev.motif.algorithm.count.clique.model.CliqueSizes;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.OrientedGraph;
import java.util.Arrays;

/**
 * Adds up the cliques of several sizes by vertex or by edge, and in total.
 *
 * <p>A leaf of {@code h} fixed and {@code p} free vertices stands for the cliques {@code x^h (1+x)^p}, where the power
 * of {@code x} is the size. Of these, {@code x^h (1+x)^p} have one of the fixed vertices, {@code x^(h+1) (1+x)^(p-1)}
 * one of the free ones: a leaf of another kind. So what belongs to a vertex or edge is kept as numbers of leaves by
 * kind, in 64 bits, and multiplied out once for each root.
 *
 * <p>A leaf concerns all vertices on the path. It is kept in a log; when vertices are taken off the path, they are
 * credited with the leaves that were logged since they were added. Vertices that were added with no leaf in between are
 * a group. By edge, vertices that are taken off become owners of entries, for their edges to the vertices that are
 * still on the path.
 *
 * <p>In the log, {@code p} is a multiple of {@link #STEP}, and the remaining power of {@code 1+x} is multiplied out, so
 * that there are few kinds of entries, which are merged. The numbers of an entry have the factor {@code 1+x} for one
 * free vertex at least, or for two by edge: what has a free vertex has {@code x} in place of one of these factors.
 */
public final class CliqueSizesCounter extends CliqueTotalCounter implements AutoCloseable {
    /** The cells of the rows by vertex, 4 MiB. */
    private static final long MOST_CELLS_OF_VERTICES = 1 << 19;

    /** The cells of the rows by edge, 16 MiB: there are more edges than vertices. */
    private static final long MOST_CELLS_OF_EDGES = 1 << 21;

    /** The leaves that are added up before they are multiplied out, so that no number of leaves is 2^63 or more. */
    private static final long MOST_LEAVES = 1L << 62;

    /** Parts of rows by edge have 2^4 cells, since there are many rows with few leaves; rows by vertex are whole. */
    private static final int PART_OF_EDGES = 4;

    /** The numbers that an entry log of vertices, or of edges, holds at most before its entries are credited. */
    private static final int LOG_OF_VERTICES = 1 << 14;

    private static final int LOG_OF_EDGES = 1 << 19;

    /**
     * The numbers of a group in the log of vertices, or of edges, from which its entries are merged when the group
     * ends.
     */
    private static final int WORTH_MERGING = 64;

    private static final int WORTH_MERGING_OF_EDGES = 1 << 12;

    /**
     * An entry of the log: an owner, p, h, how many numbers follow, and these: the leaves of h, h + 1, ... fixed
     * vertices. They are for all vertices on the path, or for the edges from these to the owner.
     */
    private static final int HEADER = 4;

    private static final int ALL = -1;

    /** The free vertices that an entry has are a multiple of this. */
    private static final int STEP = 8;

    /**
     * The most candidates of {@link #leafOfSparseComplement}: they have {@code 3^33} independent sets at most, see {@link
     * IndependencePolynomial#MAX_SMALL}, and with these, {@code 2^9} sets of free vertices are multiplied out.
     */
    public static final int MOST_CANDIDATES = 66;

    /** Bits of a number for sorting that have the place of an entry. */
    private static final int PLACE_BITS = 24;

    private final int minK;
    private final int maxK;
    private final OffHeapInts vertexOfRank;
    private final OffHeapLongs edgeOfSlot;
    private final boolean byEdge;
    private final OffHeapSums counts;
    private final CliqueSizes sizes;
    private final LeafRows rows;

    private CliqueLocalGraph graph;

    /** The largest size of a clique of this root that is asked for. */
    private int largest;

    private int pathLength;
    private int[] path = new int[64];
    private boolean[] fixed = new boolean[64];

    private int groups;
    private int[] groupStart = new int[64];
    private int[] logStart = new int[64];

    private final int mostOfLog;
    private long[] log;
    private int logEnd;
    private long[] merged = new long[64];

    /** The free vertices, 1 or, by edge, 2, that a part of the numbers of an entry may have. */
    private final int mostChosen;

    /** The polynomial that {@link #multiply} has made. */
    private long[] product = new long[64];

    /** The numbers of an entry, and those without a factor {@code 1+x}, and without two. */
    private final long[][] without = new long[3][64];

    /** The entries by owner and p while they are merged. */
    private long[] order = new long[64];

    /** The leaves since rows were last multiplied out. */
    private long leaves;

    private final long[] one = {1};
    private final SparseComplement.Recent recent;

    /** Numbers of cliques by size while a row is multiplied out: their high words, then their low words. */
    private long[] high = new long[64];

    private long[] low = new long[64];

    /**
     * @param counts receives the counts of each vertex or edge
     */
    public CliqueSizesCounter(
            KCliqueConfig config, OrientedGraph oriented, OffHeapSums counts, CliqueSizes sizes, NativeMemory memory) {
        this.minK = config.minK();
        this.maxK = config.maxK();
        this.vertexOfRank = oriented.vertices();
        this.edgeOfSlot = oriented.edges();
        this.byEdge = config.result() == KCliqueConfig.Result.EDGE;
        this.counts = counts;
        this.sizes = sizes;
        this.mostChosen = byEdge ? 2 : 1;
        this.mostOfLog = byEdge ? LOG_OF_EDGES : LOG_OF_VERTICES;
        this.log = new long[mostOfLog];
        this.recent = new SparseComplement.Recent(byEdge ? 8 : 12);
        this.rows = new LeafRows(mostCells(config), byEdge ? PART_OF_EDGES : LeafRows.WHOLE, memory);
    }

    private static long mostCells(KCliqueConfig config) {
        return config.result() == KCliqueConfig.Result.EDGE ? MOST_CELLS_OF_EDGES : MOST_CELLS_OF_VERTICES;
    }

    /** The most off-heap bytes, for roots of {@code candidates}. */
    public static long bytes(KCliqueConfig config, long candidates) {
        return LeafRows.peakBytes(mostCells(config), Math.min(config.maxK(), candidates + 2));
    }

    /** About the most bytes on the heap: the log, what is merged of it, slots of rows, and recent polynomials. */
    public static long heapBytes(KCliqueConfig config) {
        boolean byEdge = config.result() == KCliqueConfig.Result.EDGE;
        return 2L * (byEdge ? LOG_OF_EDGES : LOG_OF_VERTICES) * Long.BYTES + ((byEdge ? 2 : 6) << 20);
    }

    @Override
    public boolean local() {
        return true;
    }

    @Override
    void begin(CliqueLocalGraph newGraph) {
        graph = newGraph;
        // A root, or the two ends of an edge, and the candidates.
        largest = Math.min(maxK, graph.size() + 2);
        rows.begin(byEdge ? pair(graph.size() + 1, graph.size() + 1) : graph.size() + 2, largest);
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
            if (logEnd - logStart[group] > (byEdge ? WORTH_MERGING_OF_EDGES : WORTH_MERGING)) {
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
        int end = logEnd;
        int chosen = 0;
        for (int i = from; i < to && chosen < mostChosen; i++) {
            chosen += fixed[i] ? 0 : 1;
        }
        for (int at = start; at < end; at += HEADER + (int) log[at + 3]) {
            int owner = (int) log[at];
            int p = (int) log[at + 1];
            int h = (int) log[at + 2];
            int count = (int) log[at + 3];
            divide(at + HEADER, count, owner == ALL ? chosen : Math.min(chosen, 1));
            for (int i = from; i < to; i++) {
                int free = fixed[i] ? 0 : 1;
                if (!byEdge) {
                    add(path[i], p, h + free, without[free], count - free);
                } else if (owner != ALL) {
                    add(pair(owner, path[i]), p, h + free, without[free], count - free);
                } else {
                    for (int j = from; j < i; j++) {
                        int both = free + (fixed[j] ? 0 : 1);
                        add(pair(path[j], path[i]), p, h + both, without[both], count - both);
                    }
                    append(path[i], p, h + free, without[free], count - free);
                }
            }
        }
    }

    /** Copies {@code count} numbers of the log, and divides them by {@code 1+x} up to {@code times} times. */
    private void divide(int at, int count, int times) {
        if (without[0].length < count) {
            Arrays.setAll(without, i -> new long[2 * count]);
        }
        System.arraycopy(log, at, without[0], 0, count);
        for (int i = 1; i <= times; i++) {
            long quotient = 0;
            for (int j = 0; j < count - i; j++) {
                quotient = without[i - 1][j] - quotient;
                without[i][j] = quotient;
            }
        }
    }

    /** Credits {@code v}, a candidate of a leaf in the log, with the cliques of the leaf that contain {@code v}. */
    private void credit(int v, int p, int h, long[] values) {
        if (byEdge) {
            int kept = multiply(values, values.length, p);
            append(v, kept, h, product, values.length + p - kept);
        } else {
            add(v, p, h, values, values.length);
        }
    }

    private void append(int owner, int p, int h, long[] values, int count) {
        if (logEnd + HEADER + count > log.length) {
            log = Arrays.copyOf(log, 2 * log.length);
        }
        log[logEnd] = owner;
        log[logEnd + 1] = p;
        log[logEnd + 2] = h;
        log[logEnd + 3] = count;
        System.arraycopy(values, 0, log, logEnd + HEADER, count);
        logEnd += HEADER + count;
    }

    /** The number of a pair of candidates or roots: for {@code u < v}, the number of (u, v) is {@code v^2 + u}. */
    private static long pair(int u, int v) {
        long larger = Math.max(u, v);
        return larger * larger + Math.min(u, v);
    }

    private void add(long owner, int p, int h, long[] values, int count) {
        int done = rows.add(owner, p, h, values, 0, count);
        if (done < count) {
            multiplyOut();
            rows.add(owner, p, h + done, values, done, count);
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
    private void log(int h, int p, long[] values, int length) {
        int kept = multiply(values, length, p);
        int count = length + p - kept;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += product[i];
        }
        if (leaves > MOST_LEAVES - sum) {
            settle();
            multiplyOut();
            leaves = 0;
        }
        leaves += sum;
        if (logEnd + HEADER + count > mostOfLog) {
            merge(logStart[groups - 1]);
            if (logEnd > mostOfLog / 2) {
                settle();
            }
        }
        append(ALL, kept, h, product, count);
    }

    /**
     * Multiplies numbers by {@code 1+x} for each of {@code p} free vertices but the ones that an entry keeps; returns
     * their number.
     */
    private int multiply(long[] values, int length, int p) {
        int kept = Math.max(0, p - mostChosen) / STEP * STEP;
        int end = length + p - kept;
        if (product.length < end) {
            product = new long[2 * end];
        }
        System.arraycopy(values, 0, product, 0, length);
        for (int last = length; last < end; last++) {
            product[last] = 0;
            for (int i = last; i > 0; i--) {
                product[i] += product[i - 1];
            }
        }
        return kept;
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
        for (int at = 0; at < logEnd; at += HEADER + (int) log[at + 3]) {
            for (int i = 0; i < log[at + 3] && log[at] == ALL; i++) {
                histogram().add((int) log[at + 2] + i, (int) log[at + 1], log[at + HEADER + i]);
            }
        }
        logEnd = 0;
    }

    /** Merges all entries of the log from {@code start} on that have the same owner and p into one. */
    private void merge(int start) {
        int entries = 0;
        for (int at = start; at < logEnd; at += HEADER + (int) log[at + 3]) {
            if (entries == order.length) {
                order = Arrays.copyOf(order, 2 * entries);
            }
            long kind = (log[at] + 1) * (graph.size() + 3) + log[at + 1];
            order[entries++] = kind << PLACE_BITS | at;
        }
        Arrays.sort(order, 0, entries);
        int length = 0;
        for (int first = 0; first < entries; ) {
            int end = first;
            long least = Long.MAX_VALUE;
            long most = 0;
            for (; end < entries && order[end] >> PLACE_BITS == order[first] >> PLACE_BITS; end++) {
                int at = entry(end);
                least = Math.min(least, log[at + 2]);
                most = Math.max(most, log[at + 2] + log[at + 3]);
            }
            int count = (int) (most - least);
            if (merged.length < length + HEADER + count) {
                merged = Arrays.copyOf(merged, 2 * (length + HEADER + count));
            }
            merged[length] = log[entry(first)];
            merged[length + 1] = log[entry(first) + 1];
            merged[length + 2] = least;
            merged[length + 3] = count;
            Arrays.fill(merged, length + HEADER, length + HEADER + count, 0);
            for (; first < end; first++) {
                int at = entry(first);
                int to = length + HEADER + (int) (log[at + 2] - least);
                for (int i = 0; i < log[at + 3]; i++) {
                    merged[to + i] += log[at + HEADER + i];
                }
            }
            length += HEADER + count;
        }
        if (length < logEnd - start) {
            System.arraycopy(merged, 0, log, start, length);
            logEnd = start + length;
        }
    }

    /** Where the entry is that is at {@code index} of {@link #order}. */
    private int entry(int index) {
        return (int) order[index] & (1 << PLACE_BITS) - 1;
    }

    /** Adds a leaf with candidates of which a clique has one at most. */
    void leafOfOne(int h, int p, int[] candidates, int from, int to) {
        log(h, p, to > from ? new long[] {1, to - from} : one, to > from ? 2 : 1);
        for (int i = from; i < to; i++) {
            credit(candidates[i], p, h + 1, one);
        }
    }

    /**
     * Adds a leaf with candidates whose missing edges are paths and cycles, of which a clique has an independent set.
     *
     * @param candidates one path or cycle after the other, each in its order, {@value #MOST_CANDIDATES} at
     *     most
     * @param lengths the vertices of each; negative for cycles
     * @param components how many paths and cycles there are
     */
    public void leafOfSparseComplement(int h, int p, int[] candidates, int[] lengths, int components) {
        SparseComplement sets = recent.of(lengths, components);
        log(h, p, sets.all, sets.all.length);
        int start = 0;
        for (int c = 0; c < components; c++) {
            int m = Math.abs(lengths[c]);
            int alike = sets.alike(lengths[c]);
            long[][] chosen = sets.chosen[alike];
            for (int i = 0; i < m; i++) {
                credit(candidates[start + i], p, h + 1, chosen[SparseComplement.fold(lengths[c], i)]);
                if (byEdge) {
                    creditPairs(h + 2, p, sets, candidates, lengths, components, c, start, i);
                }
            }
            start += m;
        }
    }

    /** Credits the pairs of the candidate at {@code i} of component {@code c}, which begins at {@code start}, with later ones. */
    private void creditPairs(
            int h,
            int p,
            SparseComplement sets,
            int[] candidates,
            int[] lengths,
            int components,
            int c,
            int start,
            int i) {
        int m = Math.abs(lengths[c]);
        int alike = sets.alike(lengths[c]);
        int v = candidates[start + i];
        for (int j = i + 1; j < m; j++) {
            long[] both = sets.both(alike, i, j);
            if (both != null) {
                add(pair(v, candidates[start + j]), p, h, both, both.length);
            }
        }
        int next = start + m;
        for (int other = c + 1; other < components; other++) {
            int size = Math.abs(lengths[other]);
            int otherAlike = sets.alike(lengths[other]);
            for (int j = 0; j < size; j++) {
                long[] both = sets.both(alike, i, otherAlike, j);
                add(pair(v, candidates[next + j]), p, h, both, both.length);
            }
            next += size;
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
