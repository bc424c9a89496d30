package dev.motif.algorithm.kclique.search;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.backend.SearchQueue;
import java.util.SplittableRandom;

/**
 * A search from one root at a time; the state of one worker.
 *
 * <p>A node of the search has {@code h} fixed vertices, {@code p} free ones and a set of candidates, all of which
 * are adjacent to all of those. Below a node of some depth are nodes with one fixed vertex more. The set of a depth
 * is in {@link LocalGraph}.
 */
public abstract class Search {
    /** About half a millisecond. */
    private static final int WORDS_PER_POLL = 1 << 19;

    /** Nodes of this depth are what a search is split into: each part visits those above for itself. */
    private static final int SPLIT_DEPTH = 2;

    private static final long MAX_STRIDE = 1 << 16;

    /** What a node takes beside the words of its sets. */
    public static final int WORDS_PER_NODE = 50;

    /** What each look at a candidate takes beside the words of its row. */
    public static final int WORDS_PER_CANDIDATE = 4;

    public final LocalGraph graph;
    public final Tally tally;
    public final int minK;
    public final int maxK;

    private final Runnable check;

    /** Where parts of the search can be offered to others; null when nobody else works on it. */
    private final SearchQueue.Seat seat;

    /** How many fixed vertices there are at depth 0. */
    private int base;

    private int root;

    /** Candidates of the nodes on the way down, one after another. */
    public int[] list = new int[64];

    private long work;
    private long pollAt = WORDS_PER_POLL;

    /** How many nodes of {@link #SPLIT_DEPTH} were met, and which one of them is the next to visit. */
    private long met;

    private long next;
    private long stride;
    private boolean countsAbove;

    /** Chooses one of the children of a node, of which so many were seen; null while all are visited. */
    private SplittableRandom random;

    private long children;
    private boolean drawn;
    private int drawnCount;
    private int drawnFree;

    public Search(KCliqueConfig config, LocalGraph graph, Tally tally, Runnable check, SearchQueue.Seat seat) {
        this.graph = graph;
        this.tally = tally;
        this.minK = config.minK();
        this.maxK = config.maxK();
        this.check = check;
        this.seat = seat;
    }

    /** Counts the cliques of {@code task}, whose root is the vertex of highest rank in all of them. */
    public final void run(SearchQueue.Task task) {
        // Before anything else, since from now on parts of this search may be offered to others.
        root = task.root();
        next = task.first();
        stride = task.stride();
        countsAbove = next == 0;
        if (open(1, graph.openVertex(root))) {
            tally.extend(graph.size(), true);
            visit(0, graph.size(), 0, 0);
            tally.shorten(0);
        }
    }

    /** Counts the cliques whose two vertices of highest rank are {@code from} and its neighbor at {@code slot}. */
    public final void run(int from, long slot) {
        if (open(2, graph.openEdge(from, slot))) {
            next = 0;
            stride = 1;
            countsAbove = true;
            tally.extend(graph.size() + 1, true);
            tally.extend(graph.size(), true);
            visit(0, graph.size(), 0, 0);
            tally.shorten(0);
        }
    }

    /** Prepares the node of depth 0; false when it has too few candidates. */
    private boolean open(int fixed, int candidates) {
        work(candidates + WORDS_PER_NODE);
        base = fixed;
        met = 0;
        if (fixed + candidates < minK) {
            return false;
        }
        // One for each fixed vertex that may come, one for what a leaf makes of its set.
        graph.fill(Math.min(maxK - fixed, candidates) + 2);
        work((long) candidates * graph.words(candidates));
        tally.begin(graph);
        return true;
    }

    /**
     * Estimates the search from {@code newRoot}, in words read: walks down from node to node, to a child that is drawn
     * among all, and takes it for each of them. The mean over many walks is the true number (Knuth, "Estimating the
     * efficiency of backtrack programs", 1975, doi:10.1090/S0025-5718-1975-0373371-6). Counts nothing.
     */
    public final double probe(int newRoot, SplittableRandom newRandom) {
        random = newRandom;
        countsAbove = false;
        long before = work;
        if (!open(1, graph.openVertex(newRoot))) {
            return work - before;
        }
        double words = work - before;
        double times = 1;
        drawn = true;
        drawnCount = graph.size();
        drawnFree = 0;
        for (int depth = 0; drawn; depth++) {
            before = work;
            children = 0;
            drawn = false;
            visit(depth, drawnCount, drawnFree, 0);
            words += times * (work - before);
            times *= children;
        }
        return words;
    }

    /**
     * Visits the node of {@code depth}, whose set has {@code count} candidates.
     *
     * @param p its free vertices
     * @param at where in {@link #list} there is room
     */
    public abstract void visit(int depth, int count, int p, int at);

    /** The next set: those of {@code depth} that are adjacent to {@code v}, or a part of them. */
    public abstract int enter(int depth, int v);

    /** Visits the node that has {@code v}, a candidate at {@code depth}, as a fixed vertex more. */
    public final void child(int depth, int v, int p, int at) {
        if (random != null) {
            draw(depth, v, p);
        } else if (depth + 1 != SPLIT_DEPTH || met++ == next) {
            int count = enter(depth, v);
            if (fixed(depth + 1) + p + count >= minK) {
                int length = tally.pathLength();
                tally.extend(v, true);
                visit(depth + 1, count, p, at);
                tally.shorten(length);
            }
            next += depth + 1 == SPLIT_DEPTH ? stride : 0;
        }
    }

    /** Prepares that node if with equal chance it is the one of all children seen so far. */
    private void draw(int depth, int v, int p) {
        children++;
        if (random.nextLong(children) == 0) {
            drawnCount = enter(depth, v);
            drawnFree = p;
            drawn = fixed(depth + 1) + p + drawnCount >= minK;
        }
    }

    /** Counts by vertex or edge at a node that has room for one more vertex, or no candidates. */
    public final void leafOfOne(int depth, int count, int p, int at) {
        work((long) count * WORDS_PER_NODE);
        if (!counts(depth)) {
            return;
        }
        tally.leaf(fixed(depth), p);
        for (int i = at; i < at + count; i++) {
            int length = tally.pathLength();
            tally.extend(list[i], true);
            tally.leaf(fixed(depth) + 1, p);
            tally.shorten(length);
        }
    }

    /**
     * Counts by vertex or edge at a node that has room for two more vertices.
     *
     * @param at where in the list its candidates are
     */
    public final void leafOfTwo(int depth, int count, int p, int at) {
        work((long) count * (graph.words(count) + WORDS_PER_NODE));
        if (!counts(depth)) {
            return;
        }
        LocalTally local = (LocalTally) tally;
        long ends = 0;
        for (int i = at; i < at + count; i++) {
            int degree = graph.degree(depth, list[i]);
            ends += degree;
            local.candidate(list[i], p, degree);
            if (local.countsEdges()) {
                leavesOfEdges(local, depth, list[i], at + count);
            }
        }
        local.leafOfTwo(p, count, ends / 2);
    }

    private void leavesOfEdges(LocalTally local, int depth, int v, int at) {
        int below = graph.enterBelow(depth, v);
        work((long) below * WORDS_PER_NODE);
        list(depth + 1, below, at);
        for (int i = at; i < at + below; i++) {
            local.edgeOfCandidates(v, list[i]);
        }
    }

    /** Writes the candidates of {@code depth} to the list from {@code at} on. */
    public final void list(int depth, int count, int at) {
        list = LocalGraph.withRoom(list, at, count);
        graph.list(depth, list, at);
    }

    /** How many fixed vertices a node of {@code depth} has. */
    public final int fixed(int depth) {
        return base + depth;
    }

    /** True when what is found at a node of {@code depth} is for this part of the search to count. */
    public final boolean counts(int depth) {
        return random == null && (countsAbove || depth >= SPLIT_DEPTH);
    }

    /** About as many words as were read so far. */
    public final long work() {
        return work;
    }

    /** Says that so many words are being read; now and then asks whether to go on. */
    public final void work(long words) {
        work += words;
        if (work >= pollAt) {
            pollAt = work + WORDS_PER_POLL;
            check.run();
            if (seat != null && random == null && seat.othersIdle() && stride < MAX_STRIDE) {
                seat.offer(new SearchQueue.Task(root, next + stride, 2 * stride));
                stride *= 2;
            }
        }
    }
}
