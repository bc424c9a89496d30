package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.backend.SearchQueue;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import java.util.SplittableRandom;

/**
 * The search from one root at a time; the state of one worker.
 *
 * <p>A node of the search has two sets of candidates, roots and mates, all of which are adjacent to all mandatory
 * vertices so far, and some optional vertices, which are adjacent to all candidates too. Of the candidates one that
 * misses the fewest of the other side is the pivot {@code x}; {@code M} are those it misses. The bicliques of the node
 * either have a vertex of {@code M}, and then a first one in the order of {@code M}: a branch for each, with that vertex
 * mandatory and those before it gone. Or they have none: {@code x} is adjacent to all that is left and becomes optional,
 * and the same node goes on. So each biclique is counted at one leaf alone, and the depth is the number of mandatory
 * vertices, less than {@code maxRoots + maxMates}.
 */
public final class PivotSearch implements AutoCloseable {
    /** About half a millisecond. */
    private static final int WORDS_PER_POLL = 1 << 19;

    /** Nodes of this depth are what a search is split into: each part visits those above for itself. */
    private static final int SPLIT_DEPTH = 2;

    private static final long MAX_STRIDE = 1 << 16;

    /** What a node, and each look at a candidate, take beside the words of their sets. */
    private static final int WORDS_PER_NODE = 100;

    private static final int WORDS_PER_CANDIDATE = 8;

    private final LocalGraph graph;
    private final SearchSizes sizes;
    private final Tally tally;
    private final SearchQueue.Seat seat;
    private final Runnable check;
    private final Side roots;
    private final Side mates;
    private final Node[] nodes;

    /** The candidates of all nodes on the way down, as bitmaps. */
    private final GrowingBits sets;

    private OffHeapLongs bits;
    private long pollAt = WORDS_PER_POLL;

    /** How many nodes of {@link #SPLIT_DEPTH} were met, and which one of them is the next to visit. */
    private long met;

    private long next;
    private long stride;
    private boolean countsAbove;

    /** About how many words were read; see {@link #probe}. */
    private long work;

    /** Chooses one of the children of a node, of which so many were seen; null while all are visited. */
    private SplittableRandom random;

    private long children;
    private boolean entered;

    /** Counts at {@code tally} what comes to {@code seat}. */
    PivotSearch(BipartiteCore core, SearchSizes sizes, Tally tally, SearchQueue.Seat seat, NativeMemory memory) {
        this(core, sizes, tally, seat, seat::check, memory);
    }

    /** Counts nothing, for {@link #probe} alone. */
    public static PivotSearch forProbes(BipartiteCore core, SearchSizes sizes, Runnable check, NativeMemory memory) {
        return new PivotSearch(core, sizes, Tally.NONE, null, check, memory);
    }

    private PivotSearch(
            BipartiteCore core,
            SearchSizes sizes,
            Tally tally,
            SearchQueue.Seat seat,
            Runnable check,
            NativeMemory memory) {
        this.sizes = sizes;
        this.tally = tally;
        this.seat = seat;
        this.check = check;
        this.roots = new Side(true, sizes.minRoots(), sizes.maxRoots());
        this.mates = new Side(false, sizes.minMates(), sizes.maxMates());
        this.nodes = new Node[sizes.maxRoots() + sizes.maxMates()];
        for (int depth = 0; depth < nodes.length; depth++) {
            nodes[depth] = new Node(new Half(roots), new Half(mates));
        }
        this.sets = new GrowingBits(memory);
        try {
            this.graph = new LocalGraph(core, sizes, check, memory);
        } catch (RuntimeException | Error e) {
            sets.close();
            throw e;
        }
    }

    /** One side of the local graph. */
    private static final class Side {
        private final boolean isRoots;
        private final int min;
        private final int max;

        /** How many words a set of this side has. */
        private int words;

        /** The neighbors of each vertex of this side. */
        private OffHeapLongs rows;

        Side(boolean isRoots, int min, int max) {
            this.isRoots = isRoots;
            this.min = min;
            this.max = max;
        }
    }

    /** One side of a node. */
    private static final class Half {
        private final Side side;

        /** Where the set of candidates begins. */
        private long set;

        private int candidates;
        private int optional;
        private int mandatory;

        /** The candidate that misses the fewest of the other side, and how many. */
        private int pivot;

        private int missed;

        Half(Side side) {
            this.side = side;
        }

        /** How many more must be added at least, on top of the mandatory ones. */
        int needed() {
            return side.min - mandatory;
        }

        /** How many more may be added. */
        int room() {
            return side.max - mandatory;
        }

        boolean enough() {
            return optional + candidates >= needed();
        }
    }

    private record Node(Half roots, Half mates) {}

    /**
     * What one search is estimated to cost.
     *
     * @param nodes of the search tree
     * @param words read from bitmaps, and steps that take about as long
     * @param gbcWords the same for GBC
     */
    public record Probe(double nodes, double words, double gbcWords) {}

    /** About as many words as were read so far. */
    public long work() {
        return work;
    }

    /** Counts the bicliques of {@code task}. */
    void run(SearchQueue.Task task) {
        int found = graph.findRoots(task.root());
        if (found + 1 >= sizes.minRoots()) {
            if (sizes.maxRoots() == 2 && !tally.local()) {
                countPairs(found);
            } else if (graph.fill()) {
                search(task);
            }
        }
        graph.clear();
    }

    /** With two roots at most, the mates that they share say all. */
    private void countPairs(int found) {
        for (int i = 0; i < found; i++) {
            tally.leaf(2, 0, 0, graph.shared(i));
        }
    }

    private void search(SearchQueue.Task task) {
        met = 0;
        next = task.first();
        stride = task.stride();
        countsAbove = next == 0;
        tally.begin(graph);
        tally.fix(true, graph.rootCount(), true);
        begin();
        visit(0);
        tally.release(0);
        tally.end();
    }

    private void begin() {
        roots.words = graph.rootWords();
        roots.rows = graph.rootRows();
        mates.words = graph.mateWords();
        mates.rows = graph.mateRows();
        bits = sets.atLeast((long) nodes.length * (roots.words + mates.words));
        long set = 0;
        for (Node node : nodes) {
            node.roots.set = set;
            node.mates.set = set + roots.words;
            set += roots.words + mates.words;
        }
        begin(nodes[0].roots, graph.rootCount(), 1);
        begin(nodes[0].mates, graph.mateCount(), 0);
    }

    /**
     * Estimates the search from {@code root}, in words read: walks down from node to node, to a child that is drawn
     * among all, and takes it for each of them. The mean over many walks is the true number (Knuth, "Estimating the
     * efficiency of backtrack programs", 1975, doi:10.1090/S0025-5718-1975-0373371-6).
     */
    public Probe probe(int root, GbcProbe gbc, SplittableRandom newRandom) {
        random = newRandom;
        int found = graph.findRoots(root);
        double nodesBelow = 0;
        double words = found;
        double gbcWords = found;
        if (found + 1 >= sizes.minRoots() && sizes.maxRoots() > 2 && graph.fill()) {
            words += (double) graph.rootCount() * graph.mateWords() + (double) graph.mateCount() * graph.rootWords();
            gbcWords = gbc.words(graph, random);
            begin();
            countsAbove = true;
            double times = 1;
            entered = true;
            for (int depth = 0; entered; depth++) {
                long before = work;
                children = 0;
                entered = false;
                visit(depth);
                nodesBelow += times;
                words += times * (work - before);
                times *= children;
            }
        }
        graph.clear();
        return new Probe(nodesBelow, words, gbcWords);
    }

    private void begin(Half half, int candidates, int mandatory) {
        half.candidates = candidates;
        half.optional = 0;
        half.mandatory = mandatory;
        LocalGraph.fill(bits, half.set, candidates);
    }

    private void visit(int depth) {
        poll();
        work += WORDS_PER_NODE;
        Half r = nodes[depth].roots;
        Half m = nodes[depth].mates;
        int fixed = tally.fixed();
        while (r.enough() && m.enough()) {
            if (r.candidates == 0 || m.candidates == 0 || r.room() <= 1 || m.room() <= 1) {
                if (countsAbove || depth >= SPLIT_DEPTH) {
                    leaf(nodes[depth]);
                }
                break;
            }
            reduce(r, m);
            if (r.candidates > 0 && m.candidates > 0 && r.enough() && m.enough()) {
                if (r.missed <= m.missed) {
                    branch(depth, r, m);
                } else {
                    branch(depth, m, r);
                }
            }
        }
        tally.release(fixed);
    }

    /** Counts a node that has no candidates on some side, or room for one at most. */
    private void leaf(Node node) {
        Half r = node.roots;
        Half m = node.mates;
        if (r.candidates == 0 || r.room() == 0) {
            leafWithout(node, m);
        } else if (m.candidates == 0 || m.room() == 0) {
            leafWithout(node, r);
        } else if (r.room() == 1) {
            leafWithout(node, m);
            leafForEach(node, r, m);
        } else {
            leafWithout(node, r);
            leafForEach(node, m, r);
        }
    }

    /** No candidate of the other side than {@code all} is taken: those of {@code all} are optional. */
    private void leafWithout(Node node, Half all) {
        int fixed = tally.fixed();
        if (tally.local()) {
            fixAll(all);
        }
        int before = all.optional;
        all.optional += all.candidates;
        leafHere(node);
        all.optional = before;
        tally.release(fixed);
    }

    /** One candidate of {@code one} is taken, for which there is just room: its neighbors are optional. */
    private void leafForEach(Node node, Half one, Half others) {
        int optionalOnes = one.optional;
        int optionalOthers = others.optional;
        one.mandatory++;
        one.optional = 0;
        for (int word = 0; word < one.side.words; word++) {
            poll();
            for (long left = bits.get(one.set + word); left != 0; left &= left - 1) {
                int v = (word << 6) + Long.numberOfTrailingZeros(left);
                int fixed = tally.fixed();
                if (tally.local()) {
                    tally.fix(one.side.isRoots, v, true);
                    fixNeighbors(one.side, v, others);
                }
                work += others.side.words + WORDS_PER_CANDIDATE;
                others.optional = optionalOthers + degree(one.side, v, others);
                leafHere(node);
                tally.release(fixed);
            }
        }
        one.mandatory--;
        one.optional = optionalOnes;
        others.optional = optionalOthers;
    }

    private void leafHere(Node node) {
        tally.leaf(node.roots.mandatory, node.roots.optional, node.mates.mandatory, node.mates.optional);
    }

    private void fixAll(Half half) {
        for (int word = 0; word < half.side.words; word++) {
            fix(half.side, word, bits.get(half.set + word));
        }
    }

    private void fixNeighbors(Side side, int v, Half others) {
        long row = (long) v * others.side.words;
        for (int word = 0; word < others.side.words; word++) {
            fix(others.side, word, bits.get(others.set + word) & side.rows.get(row + word));
        }
    }

    private void fix(Side side, int word, long optional) {
        for (long left = optional; left != 0; left &= left - 1) {
            tally.fix(side.isRoots, (word << 6) + Long.numberOfTrailingZeros(left), false);
        }
    }

    /** The candidates of {@code others} that {@code v} is adjacent to. */
    private int degree(Side side, int v, Half others) {
        OffHeapLongs rows = side.rows;
        OffHeapLongs of = bits;
        long set = others.set;
        int words = others.side.words;
        long row = (long) v * words;
        int degree = 0;
        for (int word = 0; word < words; word++) {
            degree += Long.bitCount(rows.get(row + word) & of.get(set + word));
        }
        return degree;
    }

    /**
     * Takes candidates away that are in no biclique of the node, and makes those optional that are adjacent to all of
     * the other side, until neither is possible. What becomes optional changes nothing for the other side.
     */
    private void reduce(Half r, Half m) {
        scan(r, m);
        Half half = m;
        Half others = r;
        while (scan(half, others)) {
            Half scanned = half;
            half = others;
            others = scanned;
        }
    }

    /** Looks at the candidates of one side and finds its pivot; returns whether some were taken away. */
    private boolean scan(Half half, Half others) {
        int before = half.candidates;
        int absorbed = 0;
        int needed = others.needed() - others.optional;
        half.missed = Integer.MAX_VALUE;
        for (int word = 0; word < half.side.words; word++) {
            poll();
            long kept = bits.get(half.set + word);
            for (long left = kept; left != 0; left &= left - 1) {
                int v = (word << 6) + Long.numberOfTrailingZeros(left);
                int degree = degree(half.side, v, others);
                work += others.side.words + WORDS_PER_CANDIDATE;
                int missed = others.candidates - degree;
                if (degree < needed || missed == 0) {
                    kept ^= Long.lowestOneBit(left);
                    half.candidates--;
                    if (degree >= needed) {
                        half.optional++;
                        absorbed++;
                        tally.fix(half.side.isRoots, v, false);
                    }
                } else if (missed < half.missed) {
                    half.missed = missed;
                    half.pivot = v;
                }
            }
            bits.set(half.set + word, kept);
        }
        return half.candidates + absorbed < before;
    }

    /** Visits a node for each candidate of {@code others} that the pivot of {@code half} misses; then it is optional. */
    private void branch(int depth, Half half, Half others) {
        int pivot = half.pivot;
        long row = (long) pivot * others.side.words;
        for (int word = 0; word < others.side.words; word++) {
            long set = bits.get(others.set + word);
            for (long left = set & ~half.side.rows.get(row + word); left != 0; left &= left - 1) {
                set ^= Long.lowestOneBit(left);
                bits.set(others.set + word, set);
                others.candidates--;
                int v = (word << 6) + Long.numberOfTrailingZeros(left);
                if (random != null) {
                    draw(v, depth, half, others);
                } else if (depth + 1 != SPLIT_DEPTH || met++ == next) {
                    visitWith(v, depth, half, others);
                    next += depth + 1 == SPLIT_DEPTH ? stride : 0;
                }
            }
        }
        long word = half.set + (pivot >> 6);
        bits.set(word, bits.get(word) & ~(1L << pivot));
        half.candidates--;
        half.optional++;
        tally.fix(half.side.isRoots, pivot, false);
    }

    /** Visits the node in which {@code v}, a candidate of {@code half}, is mandatory. */
    private void visitWith(int v, int depth, Half others, Half half) {
        if (enter(v, depth, others, half)) {
            int fixed = tally.fixed();
            tally.fix(half.side.isRoots, v, true);
            visit(depth + 1);
            tally.release(fixed);
        }
    }

    /** Prepares that node if with equal chance it is the one of all children seen so far. */
    private void draw(int v, int depth, Half others, Half half) {
        work += others.side.words + half.side.words;
        children++;
        if (random.nextLong(children) == 0) {
            entered = enter(v, depth, others, half);
        }
    }

    /** Prepares that node; returns false when it has too few vertices. */
    private boolean enter(int v, int depth, Half others, Half half) {
        Node child = nodes[depth + 1];
        Half own = half.side.isRoots ? child.roots : child.mates;
        Half neighbors = half.side.isRoots ? child.mates : child.roots;
        long row = (long) v * others.side.words;
        int degree = 0;
        for (int word = 0; word < others.side.words; word++) {
            long common = bits.get(others.set + word) & half.side.rows.get(row + word);
            bits.set(neighbors.set + word, common);
            degree += Long.bitCount(common);
        }
        neighbors.candidates = degree;
        neighbors.optional = others.optional;
        neighbors.mandatory = others.mandatory;
        if (!neighbors.enough()) {
            return false;
        }
        bits.copyFrom(bits, half.set, own.set, half.side.words);
        own.candidates = half.candidates;
        own.optional = half.optional;
        own.mandatory = half.mandatory + 1;
        return true;
    }

    private void poll() {
        if (work < pollAt) {
            return;
        }
        pollAt = work + WORDS_PER_POLL;
        check.run();
        if (seat != null && seat.othersIdle() && stride < MAX_STRIDE) {
            seat.offer(new SearchQueue.Task(graph.root(), next + stride, 2 * stride));
            stride *= 2;
        }
    }

    @Override
    public void close() {
        graph.close();
        sets.close();
    }
}
