package dev.motif.algorithm.count.clique.search;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.backend.work.SearchQueue;
import java.util.SplittableRandom;

/**
 * A search for cliques, from one root at a time. The state of one worker.
 *
 * <p>A node of the search has {@code h} fixed vertices, which all of its cliques have, {@code p} free ones, which a
 * clique may have or not, and a set of candidates, which are adjacent to all fixed and free vertices. Its child nodes,
 * one level deeper, have one more fixed vertex. {@link CliqueLocalGraph} holds the set of each depth.
 */
public abstract class Search {
    /** Words that are read between two calls of the check: about half a millisecond. */
    private static final int WORDS_PER_POLL = 1 << 19;

    /** The cost of visiting a node beside reading its sets, in words read. */
    public static final int WORDS_PER_NODE = 50;

    /** The cost of looking at a candidate beside reading its row, in words read. */
    public static final int WORDS_PER_CANDIDATE = 4;

    public final CliqueLocalGraph graph;
    public final CliqueLeafCounter counter;
    public final int minK;
    public final int maxK;

    private final Runnable check;

    private final SearchQueue.Part part;

    /** How many fixed vertices the node of depth 0 has. */
    private int base;

    /** The candidates of each node from depth 0 to the current one, one node after the other. */
    public int[] list = new int[64];

    private long work;
    private long pollAt = WORDS_PER_POLL;

    /** Draws one of the children of each node in {@link #probe}; null in a search that visits all of them. */
    private SplittableRandom random;

    /** How many children of the current node {@link #probe} has seen. */
    private long children;

    /** Whether a child was drawn to go on with; then its number of candidates and of free vertices. */
    private boolean drawn;

    private int drawnCount;
    private int drawnFree;

    public Search(
            KCliqueConfig config,
            CliqueLocalGraph graph,
            CliqueLeafCounter counter,
            Runnable check,
            SearchQueue.WorkerTasks tasks) {
        this.graph = graph;
        this.counter = counter;
        this.minK = config.minK();
        this.maxK = config.maxK();
        this.check = check;
        this.part = new SearchQueue.Part(tasks);
    }

    /** Counts the cliques of {@code task}: the cliques whose vertex of highest rank is its root. */
    public final void run(SearchQueue.Task task) {
        // Before anything else, since from now on parts of this search may be offered to others.
        part.begin(task);
        search(1, graph.openVertex(task.root()));
    }

    /**
     * Counts the cliques of {@code task} that have all roots of the local graph, which was opened.
     *
     * @param roots how many vertices these are
     * @param candidates how many candidates they have
     */
    public final void run(SearchQueue.Task task, int roots, int candidates) {
        part.begin(task);
        search(roots, candidates);
    }

    private void search(int roots, int candidates) {
        if (open(roots, candidates)) {
            for (int i = roots - 1; i >= 0; i--) {
                counter.extend(graph.size() + i, true);
            }
            visit(0, graph.size(), 0, 0);
            counter.shorten(0);
        }
    }

    /** Prepares the node of depth 0; false when it has too few candidates. */
    private boolean open(int fixed, int candidates) {
        work(candidates + WORDS_PER_NODE);
        base = fixed;
        if (fixed + candidates < minK) {
            return false;
        }
        // One set for each further fixed vertex, one for depth 0 and one that a leaf derives from its own.
        graph.fill(Math.min(maxK - fixed, candidates) + 2);
        work((long) candidates * graph.words(candidates));
        counter.begin(graph);
        return true;
    }

    /**
     * Estimates what the search from {@code newRoot} costs, in words read, by one random walk: at each node it draws
     * one of the children, goes on with it, and takes its cost for the cost of each of its siblings. The mean over many
     * walks tends to the true cost (Knuth, "Estimating the efficiency of backtrack programs", 1975,
     * doi:10.1090/S0025-5718-1975-0373371-6). Counts nothing.
     */
    public final double probe(int newRoot, SplittableRandom newRandom) {
        random = newRandom;
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
     * @param p the number of its free vertices
     * @param at the first index in {@link #list} that is not in use
     */
    public abstract void visit(int depth, int count, int p, int at);

    /**
     * Makes the set of {@code depth + 1}: those candidates of {@code depth} that are adjacent to {@code v}, or a part
     * of them. Returns its size.
     */
    public abstract int enter(int depth, int v);

    /** Visits the child node in which {@code v}, a candidate at {@code depth}, is fixed. */
    public final void child(int depth, int v, int p, int at) {
        if (random != null) {
            draw(depth, v, p);
        } else if (part.visits(depth + 1)) {
            int count = enter(depth, v);
            if (fixed(depth + 1) + p + count >= minK) {
                int length = counter.pathLength();
                counter.extend(v, true);
                visit(depth + 1, count, p, at);
                counter.shorten(length);
            }
        }
    }

    /**
     * Draws the child node of {@code v} in place of the one drawn before, so that all children have the same chance.
     */
    private void draw(int depth, int v, int p) {
        children++;
        if (random.nextLong(children) == 0) {
            drawnCount = enter(depth, v);
            drawnFree = p;
            drawn = fixed(depth + 1) + p + drawnCount >= minK;
        }
    }

    /** Counts by vertex or edge the cliques of a node that has room for one more vertex only, or no candidates. */
    public final void leafOfOne(int depth, int count, int p, int at) {
        work((long) count * WORDS_PER_NODE);
        if (!counts(depth)) {
            return;
        }
        if (counter instanceof CliqueSizesCounter sizes) {
            sizes.leafOfOne(fixed(depth), p, list, at, at + count);
            return;
        }
        counter.leaf(fixed(depth), p);
        for (int i = at; i < at + count; i++) {
            int length = counter.pathLength();
            counter.extend(list[i], true);
            counter.leaf(fixed(depth) + 1, p);
            counter.shorten(length);
        }
    }

    /**
     * Counts by vertex or edge the cliques of a node that has room for two more vertices.
     *
     * @param at the index in {@link #list} where its candidates begin
     */
    public final void leafOfTwo(int depth, int count, int p, int at) {
        work((long) count * (graph.words(count) + WORDS_PER_NODE));
        if (!counts(depth)) {
            return;
        }
        CliqueLocalCounter local = (CliqueLocalCounter) counter;
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

    private void leavesOfEdges(CliqueLocalCounter local, int depth, int v, int at) {
        int below = graph.enterBelow(depth, v);
        work((long) below * WORDS_PER_NODE);
        list(depth + 1, below, at);
        for (int i = at; i < at + below; i++) {
            local.edgeOfCandidates(v, list[i]);
        }
    }

    /** Writes the candidates of {@code depth} to {@link #list} from index {@code at} on. */
    public final void list(int depth, int count, int at) {
        list = CliqueLocalGraph.withRoom(list, at, count);
        graph.list(depth, list, at);
    }

    /** How many fixed vertices a node of {@code depth} has. */
    public final int fixed(int depth) {
        return base + depth;
    }

    /** Whether this part of the search counts the cliques of the current node, which is at {@code depth}. */
    public final boolean counts(int depth) {
        return random == null && part.counts(depth);
    }

    /** About how many words this search has read so far. */
    public final long work() {
        return work;
    }

    /** Notes that {@code words} words are being read; now and then calls the check and offers parts of the search. */
    public final void work(long words) {
        work += words;
        if (work >= pollAt) {
            pollAt = work + WORDS_PER_POLL;
            check.run();
            if (random == null) {
                part.share();
            }
        }
    }
}
