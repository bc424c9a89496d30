package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The search for bicliques from one root at a time; one worker owns it.
 *
 * <p>A node of the search has two sets of candidates, roots and mates. All candidates are adjacent to all fixed
 * vertices of the other side so far, and the free vertices of the node are adjacent to all candidates of the other
 * side too. The pivot {@code x} is the candidate that misses the fewest candidates of the other side, that is, is not
 * adjacent to them; {@code M} is the set of those it misses. A biclique of the node may have a vertex of {@code M}, and
 * then a first one in the order of {@code M}: there is a branch for each, with that vertex fixed and those before
 * it gone. Otherwise {@code x} is adjacent to all that is left, so it becomes free and the same node goes on. So
 * each biclique is counted at only one leaf, and the depth is the number of fixed vertices, less than {@code
 * maxRoots + maxMates}.
 */
public final class PivotSearch implements AutoCloseable {
    /** The words that are read between two checks for cancellation: about half a millisecond. */
    private static final int WORDS_PER_POLL = 1 << 19;

    /** The cost of a node besides the words of its sets, in words. */
    private static final int WORDS_PER_NODE = 100;

    /** The cost of looking at a candidate besides the words of its sets, in words. */
    private static final int WORDS_PER_CANDIDATE = 8;

    private final BicliqueLocalGraph graph;
    private final SearchSizes sizes;
    private final BicliqueLeafCounter counter;
    private final SearchQueue.Part part;
    private final Runnable check;
    private final Side roots;
    private final Side mates;
    private final Node[] nodes;

    /** The candidates of all nodes on the way down, as bitmaps. */
    private final GrowingBits sets;

    private OffHeapLongs bits;
    private long pollAt = WORDS_PER_POLL;

    /** The number of words that were read so far, about; see {@link #probe}. */
    private long work;

    /** Draws one of the children of a node; null while all are visited. */
    private SplittableRandom random;

    /** The number of children of the current node that were seen. */
    private long children;
    /** Whether the child that was drawn can have bicliques. */
    private boolean entered;

    /** Prepares a search that counts the bicliques of {@code tasks} in {@code counter}. */
    PivotSearch(
            BipartiteCore core,
            SearchSizes sizes,
            BicliqueLeafCounter counter,
            SearchQueue.WorkerTasks tasks,
            NativeMemory memory) {
        this(core, sizes, counter, tasks, tasks::check, memory);
    }

    /**
     * Prepares a search that counts nothing and is only for {@link #probe}.
     *
     * @param check called now and then; it throws to stop the search
     */
    public static PivotSearch forProbes(BipartiteCore core, SearchSizes sizes, Runnable check, NativeMemory memory) {
        return new PivotSearch(core, sizes, BicliqueLeafCounter.NONE, null, check, memory);
    }

    private PivotSearch(
            BipartiteCore core,
            SearchSizes sizes,
            BicliqueLeafCounter counter,
            SearchQueue.WorkerTasks tasks,
            Runnable check,
            NativeMemory memory) {
        this.sizes = sizes;
        this.counter = counter;
        this.part = new SearchQueue.Part(tasks);
        this.check = check;
        this.roots = new Side(true, sizes.minRoots(), sizes.maxRoots());
        this.mates = new Side(false, sizes.minMates(), sizes.maxMates());
        this.nodes = new Node[sizes.maxRoots() + sizes.maxMates()];
        Arrays.setAll(nodes, depth -> new Node(new Half(roots), new Half(mates)));
        this.sets = new GrowingBits(memory);
        this.graph = OffHeapScope.closingOnFailure(sets, () -> new BicliqueLocalGraph(core, sizes, check, memory));
    }

    /** One side of the local graph. */
    private static final class Side {
        private final boolean isRoots;
        private final int min;
        private final int max;

        /** The 64-bit words of a set of vertices of this side. */
        private int words;

        /** The neighbors of each vertex of this side: a set of the other side. */
        private OffHeapLongs rows;

        Side(boolean isRoots, int min, int max) {
            this.isRoots = isRoots;
            this.min = min;
            this.max = max;
        }
    }

    /** One side of a node: its candidates, and the numbers of its free and fixed vertices. */
    private static final class Half {
        private final Side side;

        /** The first word of the set of candidates in {@link #sets}. */
        private long set;

        private int candidates;
        private int free;
        private int fixed;

        /** The candidate that misses the fewest candidates of the other side. */
        private int pivot;

        /** The number of candidates of the other side that the pivot misses. */
        private int missed;

        Half(Side side) {
            this.side = side;
        }

        /** The number of vertices that must be added to the fixed ones, at least. */
        int needed() {
            return side.min - fixed;
        }

        /** The number of vertices that may be added to the fixed ones, at most. */
        int room() {
            return side.max - fixed;
        }

        /** Whether there are enough vertices for a biclique. */
        boolean enough() {
            return free + candidates >= needed();
        }
    }

    private record Node(Half roots, Half mates) {}

    /**
     * The estimated cost of a search from one root.
     *
     * @param nodes the nodes of the search tree
     * @param words the words read from bitmaps, and the steps that take about as long
     */
    public record Probe(double nodes, double words) {}

    /** The number of words that were read so far, about. */
    public long work() {
        return work;
    }

    /** Counts the bicliques of {@code task} in the counter. */
    void run(SearchQueue.Task task) {
        int found = graph.findRoots(task.root());
        if (found + 1 >= sizes.minRoots()) {
            if (sizes.maxRoots() == 2 && !counter.local()) {
                countPairs(found);
            } else if (graph.fill()) {
                search(task);
            }
        }
        graph.clear();
    }

    /** Counts bicliques of two roots; these only need the number of mates that the roots share. */
    private void countPairs(int found) {
        for (int i = 0; i < found; i++) {
            counter.leaf(2, 0, 0, graph.shared(i));
        }
    }

    private void search(SearchQueue.Task task) {
        part.begin(task);
        counter.begin(graph);
        counter.extend(true, graph.rootCount(), true);
        begin();
        visit(0);
        counter.shorten(0);
        counter.end();
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
     * Estimates the cost of the search from {@code root} by a random walk: it goes down from node to node, each time to
     * a child that is drawn among all, and counts the cost of that child once for each of them. The mean over many
     * walks approaches the true cost (Knuth, "Estimating the efficiency of backtrack programs", 1975,
     * doi:10.1090/S0025-5718-1975-0373371-6).
     */
    public Probe probe(int root, SplittableRandom newRandom) {
        random = newRandom;
        int found = graph.findRoots(root);
        double nodesBelow = 0;
        double words = found;
        if (found + 1 >= sizes.minRoots() && sizes.maxRoots() > 2 && graph.fill()) {
            words += (double) graph.rootCount() * graph.mateWords() + (double) graph.mateCount() * graph.rootWords();
            begin();
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
        return new Probe(nodesBelow, words);
    }

    private void begin(Half half, int candidates, int fixed) {
        half.candidates = candidates;
        half.free = 0;
        half.fixed = fixed;
        BicliqueLocalGraph.fill(bits, half.set, candidates);
    }

    /** Visits the node at {@code depth}: branches or counts leaves until the node is done. */
    private void visit(int depth) {
        poll();
        work += WORDS_PER_NODE;
        Half r = nodes[depth].roots;
        Half m = nodes[depth].mates;
        int length = counter.pathLength();
        while (r.enough() && m.enough()) {
            if (r.candidates == 0 || m.candidates == 0 || r.room() <= 1 || m.room() <= 1) {
                if (random != null || part.counts(depth)) {
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
        counter.shorten(length);
    }

    /** Counts a node that has no candidates on some side, or room for only one vertex there. */
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

    /** Counts a leaf in which no candidate of the other side is taken: the candidates of {@code all} are free. */
    private void leafWithout(Node node, Half all) {
        int length = counter.pathLength();
        if (counter.local()) {
            extendByAll(all);
        }
        int before = all.free;
        all.free += all.candidates;
        leafHere(node);
        all.free = before;
        counter.shorten(length);
    }

    /**
     * Counts a leaf for each candidate of {@code one}, the side that has room for one vertex: it is fixed, and its
     * neighbors on the other side are free.
     */
    private void leafForEach(Node node, Half one, Half others) {
        int freeOnes = one.free;
        int freeOthers = others.free;
        one.fixed++;
        one.free = 0;
        for (int word = 0; word < one.side.words; word++) {
            poll();
            for (long left = bits.get(one.set + word); left != 0; left &= left - 1) {
                int v = (word << 6) + Long.numberOfTrailingZeros(left);
                int length = counter.pathLength();
                if (counter.local()) {
                    counter.extend(one.side.isRoots, v, true);
                    extendByNeighbors(one.side, v, others);
                }
                work += others.side.words + WORDS_PER_CANDIDATE;
                others.free = freeOthers + degree(one.side, v, others);
                leafHere(node);
                counter.shorten(length);
            }
        }
        one.fixed--;
        one.free = freeOnes;
        others.free = freeOthers;
    }

    /** Counts a leaf with the fixed and free vertices of the node. */
    private void leafHere(Node node) {
        counter.leaf(node.roots.fixed, node.roots.free, node.mates.fixed, node.mates.free);
    }

    private void extendByAll(Half half) {
        for (int word = 0; word < half.side.words; word++) {
            extend(half.side, word, bits.get(half.set + word));
        }
    }

    private void extendByNeighbors(Side side, int v, Half others) {
        long row = (long) v * others.side.words;
        for (int word = 0; word < others.side.words; word++) {
            extend(others.side, word, bits.get(others.set + word) & side.rows.get(row + word));
        }
    }

    private void extend(Side side, int word, long vertices) {
        for (long left = vertices; left != 0; left &= left - 1) {
            counter.extend(side.isRoots, (word << 6) + Long.numberOfTrailingZeros(left), false);
        }
    }

    /** The number of candidates of {@code others} that {@code v} is adjacent to. */
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
     * Takes candidates away that are in no biclique of the node, and makes those free that are adjacent to all
     * candidates of the other side, until neither is possible. A vertex that becomes free changes nothing for the
     * other side.
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

    /** Looks at all candidates of one side and finds the pivot among them; returns whether some were taken away. */
    private boolean scan(Half half, Half others) {
        int before = half.candidates;
        int absorbed = 0;
        int needed = others.needed() - others.free;
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
                        half.free++;
                        absorbed++;
                        counter.extend(half.side.isRoots, v, false);
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

    /**
     * Visits a child for each candidate of {@code others} that the pivot of {@code half} misses; then the pivot becomes
     * free.
     */
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
                } else if (part.visits(depth + 1)) {
                    visitWith(v, depth, half, others);
                }
            }
        }
        long word = half.set + (pivot >> 6);
        bits.set(word, bits.get(word) & ~(1L << pivot));
        half.candidates--;
        half.free++;
        counter.extend(half.side.isRoots, pivot, false);
    }

    /** Visits the child in which {@code v}, a candidate of {@code half}, is fixed. */
    private void visitWith(int v, int depth, Half others, Half half) {
        if (enter(v, depth, others, half)) {
            int length = counter.pathLength();
            counter.extend(half.side.isRoots, v, true);
            visit(depth + 1);
            counter.shorten(length);
        }
    }

    /** Keeps the child in which {@code v} is fixed if it is drawn: every child seen so far has an equal chance. */
    private void draw(int v, int depth, Half others, Half half) {
        work += others.side.words + half.side.words;
        children++;
        if (random.nextLong(children) == 0) {
            entered = enter(v, depth, others, half);
        }
    }

    /**
     * Prepares the child in which {@code v}, a candidate of {@code half}, is fixed; returns false when it has too
     * few vertices.
     */
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
        neighbors.free = others.free;
        neighbors.fixed = others.fixed;
        if (!neighbors.enough()) {
            return false;
        }
        bits.copyFrom(bits, half.set, own.set, half.side.words);
        own.candidates = half.candidates;
        own.free = half.free;
        own.fixed = half.fixed + 1;
        return true;
    }

    /** Checks for cancellation now and then, and offers some of the remaining work to an idle worker. */
    private void poll() {
        if (work < pollAt) {
            return;
        }
        pollAt = work + WORDS_PER_POLL;
        check.run();
        part.share();
    }

    @Override
    public void close() {
        graph.close();
        sets.close();
    }
}
