package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The enumeration from one root at a time; one worker owns it. {@link EnumerationCpu} says what it counts.
 *
 * <p>A node has fixed roots and mates, all adjacent to each other, and candidates of both sides, which are adjacent to all
 * fixed vertices of the other side. It extends the fixed vertices of one side, its rows, by each of the candidates of that
 * side that come after the last one; the candidates of the other side that this one is adjacent to remain. A node in
 * which fewer sets of the other side are expected turns: its columns become its rows. Once no row is added any more, any
 * of the columns may be: binomial coefficients count these.
 */
public final class EnumerationSearch implements AutoCloseable {
    private static final long WORDS_PER_POLL = 1 << 19;

    /** The cost of an intersection besides the words of its bitmaps, in words. */
    private static final int WORDS_PER_SET = 2;

    /** The cost of a node besides its intersections, in words. */
    private static final int WORDS_PER_NODE = 30;

    /** The most rows of one word whose sets are enumerated in loops, on the heap. */
    private static final int MAX_LOOP = 1 << 12;

    /** The rows that may be added to a node that is enumerated in loops. */
    private static final int LOOP_DEPTH = 3;

    /** The fewest rows for which it pays to compare both sides. */
    private static final int LEAST_TO_TURN = 12;

    private final SearchSizes sizes;
    private final BicliqueLeafHistogram leaves;
    private final SearchQueue.WorkerTasks tasks;
    private final Runnable check;
    private final NativeMemory memory;
    private final BicliqueLocalGraph graph;

    /**
     * The bitmaps of each node on the way down. The first is the set of its columns, the others are the neighbors of its
     * rows among them, with enough columns each.
     */
    private final List<GrowingBits> nodes = new ArrayList<>();

    /**
     * The leaves of up to 64 free vertices, by their number, for each number of fixed roots and mates: first the leaves
     * whose free vertices are mates. Null where there is none.
     */
    private final long[][] found;

    private final long[] loop = new long[MAX_LOOP];
    private final long[] inner = new long[MAX_LOOP];
    private int[] places = new int[0];
    private long[] row = new long[0];

    private long work;
    private long pollAt = WORDS_PER_POLL;

    /** Draws one of the children of a node; null while all are visited. */
    private SplittableRandom random;

    /** How many nodes like the current one there are expected to be, in a walk. */
    private double times;

    private double expected;
    private long turns;

    /** Prepares a search that counts the bicliques of {@code tasks} in {@code leaves}. */
    EnumerationSearch(
            BipartiteCore core,
            SearchSizes sizes,
            BicliqueLeafHistogram leaves,
            SearchQueue.WorkerTasks tasks,
            NativeMemory memory) {
        this(core, sizes, leaves, tasks, tasks::check, memory);
    }

    /**
     * Prepares a search that counts nothing and is only for {@link #probe}.
     *
     * @param check called now and then; it throws to stop the search
     */
    static EnumerationSearch forProbes(BipartiteCore core, SearchSizes sizes, Runnable check, NativeMemory memory) {
        return new EnumerationSearch(core, sizes, null, null, check, memory);
    }

    private EnumerationSearch(
            BipartiteCore core,
            SearchSizes sizes,
            BicliqueLeafHistogram leaves,
            SearchQueue.WorkerTasks tasks,
            Runnable check,
            NativeMemory memory) {
        this.sizes = sizes;
        this.leaves = leaves;
        this.tasks = tasks;
        this.check = check;
        this.memory = memory;
        this.found = new long[2 * (sizes.maxRoots() + 1) * (sizes.maxMates() + 1)][];
        this.graph = new BicliqueLocalGraph(core, sizes, check, memory);
    }

    /**
     * The most off-heap bytes of a search beside its local graph, by the degrees in the core: of the bitmaps of all nodes on
     * the way down, each of which may be twice as long as was ever needed.
     */
    public static long mostBytes(BipartiteCore core, SearchSizes sizes) {
        long most = 0;
        for (int root = 0; root < core.rootCount(); root++) {
            most = Math.max(
                    most,
                    nodeBytes(
                            BicliqueLocalGraph.mostFound(core, root, sizes),
                            core.roots().degree(root)));
        }
        return nodes(sizes) * most;
    }

    /** The most off-heap bytes of the bitmaps of a node, which has up to {@code roots} roots and {@code mates} mates. */
    public static long nodeBytes(long roots, long mates) {
        long rootWords = BicliqueLocalGraph.words(roots);
        long mateWords = BicliqueLocalGraph.words(mates);
        return 2 * Long.BYTES * (Long.SIZE * rootWords * mateWords + Math.max(rootWords, mateWords));
    }

    /** The most nodes on the way down: each but the first has one more fixed vertex, or has turned. */
    public static long nodes(SearchSizes sizes) {
        return 2L * (sizes.maxRoots() + sizes.maxMates());
    }

    /**
     * A node of the search.
     *
     * @param depth where its bitmaps are in {@link #nodes}
     * @param turned whether its rows are mates
     * @param count the number of rows
     * @param words the words of a row
     * @param columns the number of columns
     * @param fixed the fixed vertices of the side of the rows
     * @param others the fixed vertices of the side of the columns
     */
    private record Node(int depth, boolean turned, int count, int words, int columns, int fixed, int others) {}

    private int max(boolean mates) {
        return mates ? sizes.maxMates() : sizes.maxRoots();
    }

    private int min(boolean mates) {
        return mates ? sizes.minMates() : sizes.minRoots();
    }

    /** The rows that may be added, at most. */
    private int room(Node node) {
        return max(node.turned) - node.fixed;
    }

    /** The rows that must be added, at least. */
    private int needed(Node node) {
        return min(node.turned) - node.fixed;
    }

    /** The columns that a row must have, at least. */
    private int neededColumns(Node node) {
        return min(!node.turned) - node.others;
    }

    /** How often a node turned so far. */
    long turns() {
        return turns;
    }

    /** The words that were read so far, about. */
    long work() {
        return work;
    }

    /** Counts the bicliques of {@code task}. */
    void run(SearchQueue.Task task) {
        int later = graph.findRoots(task.root());
        if (sizes.maxRoots() == 2) {
            for (int i = 0; i < later; i++) {
                leaves.add(2, 0, 0, graph.shared(i));
            }
        } else if (later >= sizes.minRoots() - 1 && graph.fill()) {
            Node root = root();
            long stride = task.stride();
            for (long i = task.first(); i < root.count; i += stride) {
                long next = i + stride;
                if (next < root.count
                        && tasks.othersIdle()
                        && tasks.offer(new SearchQueue.Task(task.root(), next, 2 * stride))) {
                    stride *= 2;
                }
                visit(child(root, (int) i), true);
            }
        }
        graph.clear();
    }

    /** The cost in words of the search from {@code root}, as a random walk to one node of each depth expects it. */
    double probe(int root, SplittableRandom newRandom) {
        random = newRandom;
        int later = graph.findRoots(root);
        expected = later;
        if (later >= sizes.minRoots() - 1 && sizes.maxRoots() > 2 && graph.fill()) {
            times = 1;
            Node node = root();
            spend(node, 1);
            if (node.count > 0) {
                enter(node);
            }
        }
        graph.clear();
        return expected;
    }

    /** Copies the bitmaps of the later roots. */
    private Node root() {
        int words = graph.mateWords();
        int count = graph.rootCount();
        OffHeapLongs bits = node(0, (count + 1L) * words);
        BicliqueLocalGraph.fill(bits, 0, graph.mateCount());
        bits.copyFrom(graph.rootRows(), 0, words, (long) count * words);
        return new Node(0, false, count, words, graph.mateCount(), 1, 0);
    }

    private OffHeapLongs node(int depth, long words) {
        while (nodes.size() <= depth) {
            nodes.add(new GrowingBits(memory));
        }
        return nodes.get(depth).atLeast(words);
    }

    private OffHeapLongs bits(Node node) {
        return nodes.get(node.depth).bits();
    }

    private void visit(Node node, boolean mayTurn) {
        if (node.count < needed(node) || node.columns < neededColumns(node)) {
            return;
        }
        spend(node, 1);
        if (mayTurn && turns(node)) {
            visit(turn(node), false);
            return;
        }
        if (needed(node) <= 0) {
            leaf(node, 0, node.columns);
        }
        int room = room(node);
        if (room == 0) {
            return;
        }
        if (room <= LOOP_DEPTH && node.words == 1 && node.count <= MAX_LOOP) {
            loop(node, room);
        } else if (room == 1) {
            for (int i = 1; i <= node.count; i++) {
                leaf(node, 1, size(node, i));
            }
            spend(node, node.count);
        } else if (random != null) {
            if (node.count > 0) {
                enter(node);
            }
        } else {
            for (int i = 0; i < node.count; i++) {
                visit(child(node, i), true);
            }
        }
    }

    /** Visits one child that is drawn among all. */
    private void enter(Node node) {
        times *= node.count;
        visit(child(node, random.nextInt(node.count)), true);
    }

    /** The number of columns of the {@code i}-th row, from 1 on. */
    private int size(Node node, int i) {
        OffHeapLongs bits = bits(node);
        int size = 0;
        for (long word = (long) i * node.words; word < (i + 1L) * node.words; word++) {
            size += Long.bitCount(bits.get(word));
        }
        return size;
    }

    /** Adds up to three rows of a word each. */
    private void loop(Node node, int room) {
        OffHeapLongs bits = bits(node);
        for (int i = 0; i < node.count; i++) {
            loop[i] = bits.get(i + 1L);
        }
        int needed = needed(node);
        long[] ones = needed <= 1 ? leaves(node, 1) : null;
        long[] pairs = room > 1 && needed <= 2 ? leaves(node, 2) : null;
        if (room == LOOP_DEPTH) {
            long[] triples = leaves(node, LOOP_DEPTH);
            for (int i = 0; i < node.count; i++) {
                long first = loop[i];
                if (ones != null) {
                    ones[Long.bitCount(first)]++;
                }
                int kept = keep(first, i + 1, node.count, neededColumns(node));
                pairs(inner, kept, pairs, triples);
                spend(node, node.count - i + kept * (kept - 1L) / 2);
            }
        } else {
            pairs(loop, node.count, ones, pairs);
            spend(node, room == 1 ? node.count : node.count * (node.count - 1L) / 2);
        }
    }

    /** Keeps the rows of {@link #loop} that have enough of the columns of {@code first}; returns their number. */
    private int keep(long first, int from, int to, int least) {
        long[] rows = loop;
        long[] kept = inner;
        int count = 0;
        for (int i = from; i < to; i++) {
            long common = first & rows[i];
            kept[count] = common;
            count += Long.bitCount(common) >= least ? 1 : 0;
        }
        return count;
    }

    /**
     * Counts rows, and pairs of rows, by the columns that they have in common.
     *
     * @param ones takes the rows, unless null
     * @param twos takes the pairs, unless null
     */
    private static void pairs(long[] rows, int count, long[] ones, long[] twos) {
        for (int i = 0; i < count; i++) {
            long first = rows[i];
            if (ones != null) {
                ones[Long.bitCount(first)]++;
            }
            if (twos != null) {
                for (int j = i + 1; j < count; j++) {
                    twos[Long.bitCount(first & rows[j])]++;
                }
            }
        }
    }

    private void leaf(Node node, int added, int free) {
        if (node.columns <= Long.SIZE) {
            leaves(node, added)[free]++;
        } else if (leaves == null) {
            return;
        } else if (node.turned) {
            leaves.add(node.others, free, node.fixed + added, 0);
        } else {
            leaves.add(node.fixed + added, 0, node.others, free);
        }
    }

    /** The leaves of {@code node} after {@code added} rows, by the number of columns that are free. */
    private long[] leaves(Node node, int added) {
        int fixed = node.fixed + added;
        int place = node.turned ? place(1, node.others, fixed) : place(0, fixed, node.others);
        if (found[place] == null) {
            found[place] = new long[Long.SIZE + 1];
        }
        return found[place];
    }

    private int place(int turned, int roots, int mates) {
        return (turned * (sizes.maxRoots() + 1) + roots) * (sizes.maxMates() + 1) + mates;
    }

    /** Gives the leaves that were found to the histogram; to be called once, at the end. */
    void end() {
        for (int roots = 0; roots <= sizes.maxRoots(); roots++) {
            for (int mates = 0; mates <= sizes.maxMates(); mates++) {
                for (int turned = 0; turned < 2; turned++) {
                    giveLeaves(turned == 1, roots, mates, found[place(turned, roots, mates)]);
                }
            }
        }
    }

    private void giveLeaves(boolean turned, int roots, int mates, long[] counts) {
        if (counts == null) {
            return;
        }
        for (int free = 0; free < counts.length; free++) {
            if (counts[free] > 0) {
                leaves.add(roots, turned ? free : 0, mates, turned ? 0 : free, counts[free]);
            }
        }
    }

    /** The node with the {@code i}-th row, from 0 on, fixed. Its columns move together when that saves words. */
    private Node child(Node node, int i) {
        OffHeapLongs from = bits(node);
        int words = node.words;
        if (row.length < words) {
            row = new long[words];
            places = new int[words];
        }
        int columns = 0;
        for (int word = 0; word < words; word++) {
            row[word] = from.get((i + 1L) * words + word);
            places[word] = columns;
            columns += Long.bitCount(row[word]);
        }
        int ownWords = Math.max(1, (columns + Long.SIZE - 1) / Long.SIZE);
        OffHeapLongs to = node(node.depth + 1, (node.count - i) * (long) ownWords);
        int least = neededColumns(node);
        boolean moves = ownWords < words;
        if (moves) {
            to.set(0, 0);
            BicliqueLocalGraph.fill(to, 0, columns);
        } else {
            to.copyFrom(row, 0, 0, words);
        }
        long end = ownWords;
        for (int j = i + 1; j < node.count; j++) {
            long at = (j + 1L) * words;
            int size = 0;
            for (int word = 0; word < words; word++) {
                size += Long.bitCount(row[word] & from.get(at + word));
            }
            if (size >= least) {
                copy(from, at, words, to, end, moves ? ownWords : 0);
                end += ownWords;
            }
        }
        spend(node, node.count - i);
        return new Node(
                node.depth + 1,
                node.turned,
                (int) (end / ownWords) - 1,
                ownWords,
                columns,
                node.fixed + 1,
                node.others);
    }

    /**
     * Copies a row as far as it is in {@link #row}.
     *
     * @param moved the words of the copy, in which the columns of {@link #row} come first; 0 to leave them at their places
     */
    private void copy(OffHeapLongs from, long at, int words, OffHeapLongs to, long end, int moved) {
        to.clear(end, end + moved);
        for (int word = 0; word < words; word++) {
            long mask = row[word];
            long left = mask & from.get(at + word);
            if (moved == 0) {
                to.set(end + word, left);
                continue;
            }
            for (; left != 0; left &= left - 1) {
                int place = places[word] + Long.bitCount(mask & (Long.lowestOneBit(left) - 1));
                to.set(end + (place >> 6), to.get(end + (place >> 6)) | 1L << place);
            }
        }
    }

    /** The node whose rows are the columns of {@code node} that have enough rows. */
    private Node turn(Node node) {
        turns++;
        int words = (node.count + Long.SIZE - 1) / Long.SIZE;
        int span = node.words * Long.SIZE;
        OffHeapLongs to = node(node.depth + 1, (span + 1L) * words);
        OffHeapLongs from = bits(node);
        to.clear(0, (span + 1L) * words);
        BicliqueLocalGraph.fill(to, 0, node.count);
        for (int i = 0; i < node.count; i++) {
            for (int word = 0; word < node.words; word++) {
                for (long left = from.get((i + 1L) * node.words + word); left != 0; left &= left - 1) {
                    long column = (word << 6) + Long.numberOfTrailingZeros(left);
                    long at = (column + 1) * words + (i >> 6);
                    to.set(at, to.get(at) | 1L << i);
                }
            }
        }
        Node turned = new Node(node.depth + 1, !node.turned, node.columns, words, node.count, node.others, node.fixed);
        int kept = 0;
        for (int column = 0; column < span; column++) {
            boolean isColumn = (from.get(column >> 6) >> column & 1) == 1;
            if (isColumn && size(turned, column + 1) >= needed(node)) {
                to.copyFrom(to, (column + 1L) * words, (++kept) * (long) words, words);
            }
        }
        spend(node, node.count + span);
        return new Node(turned.depth, turned.turned, kept, words, node.count, turned.fixed, turned.others);
    }

    /** Whether fewer words are expected to be read when {@code node} turns. */
    private boolean turns(Node node) {
        int room = room(node);
        int columnRoom = max(!node.turned) - node.others;
        if (room < LOOP_DEPTH || columnRoom < 1 || node.count < LEAST_TO_TURN) {
            return false;
        }
        long edges = 0;
        for (int i = 1; i <= node.count; i++) {
            edges += size(node, i);
        }
        double density = edges / ((double) node.count * node.columns);
        double ofRows = sets(node.count, room, node.columns, neededColumns(node), density) * node.words;
        double ofColumns = sets(node.columns, columnRoom, node.count, needed(node), density)
                * ((node.count + Long.SIZE - 1) / Long.SIZE);
        return ofColumns < ofRows;
    }

    /**
     * About the sets of up to {@code most} of {@code rows} rows that an enumeration visits: as if each pair of a row and a
     * column were adjacent by chance.
     */
    private static double sets(int rows, int most, int columns, int needed, double density) {
        int least = Math.max(1, needed);
        double enough = 1;
        for (int i = 1; i <= least; i++) {
            enough *= (columns - i + 1.0) / i;
        }
        double each = Math.pow(density, least);
        double sets = 1;
        double sum = 0;
        for (int i = 1; i <= most && i <= rows; i++) {
            sets *= (rows - i + 1.0) / i;
            sum += sets * Math.min(1, enough);
            enough *= i == 1 ? each * density : each;
        }
        return sum;
    }

    private void spend(Node node, long intersections) {
        long words = WORDS_PER_NODE + intersections * node.words;
        work += words;
        expected += times * words;
        if (work >= pollAt) {
            pollAt = work + WORDS_PER_POLL;
            check.run();
        }
    }

    @Override
    public void close() {
        graph.close();
        OffHeapScope.closeAll(nodes.toArray(AutoCloseable[]::new));
    }
}
