package dev.motif.algorithm.group.near;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.SearchQueue.Task;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Offers;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Searches the maximal groups whose first vertex is a given root: near-bicliques on two sides, or on one side near-cliques.
 * The state of one worker. Owns its memory, and the graph with others that search in it.
 *
 * <p>A node of the search has, on each side, chosen vertices, candidates and excluded vertices; each of the latter two can be
 * added to the chosen ones alone. A vertex can be added when it misses at most {@code k} of the chosen ones of the other
 * side, and no chosen one that misses {@code k} already; where there is one side, that is the other one too. A node ends when
 * what it may reach is too small, when all that is left is one group, or when an excluded vertex can be added to all that it
 * finds.
 *
 * <p>Where a chosen vertex misses more of the chosen vertices and candidates than it may, one that misses the most is taken: a
 * group has some of the candidates that it misses, or none of them. Each of these is chosen next, excluded from the branches
 * after it; the rest of the node, without these candidates, comes last. Since the vertex misses many of them, its branches are
 * soon too small.
 *
 * <p>Otherwise a pivot is taken. A pivot is a candidate or an excluded vertex. A maximal group without it has something that keeps it out: a candidate of
 * the other side that it misses, or one of its own side that misses a chosen vertex which the pivot misses too. So only these
 * and the pivot itself are chosen next, each one excluded from the branches after it; the pivot with the fewest is taken. A
 * single one is chosen at once.
 *
 * <p>Of a node that needs half of the words or less, another search takes a graph of its own ({@link NearPart}), in which fewer
 * pairs of vertices may be in one group ({@link NearPairs}).
 *
 * <p>A worker that is idle once no root is left gets the branches that the first node of another one's search has left. It
 * visits them in the same graph, which nobody prepares again.
 */
public final class NearSearch implements NearGroup, AutoCloseable {
    private static final int WORDS_PER_POLL = 1 << 19;

    /** How many words a search reads before it offers branches: much more work than an offer is. */
    private static final int WORDS_PER_OFFER = 1 << 16;

    private static final int CHOSEN = 0;
    private static final int CANDIDATES = 1;
    private static final int EXCLUDED = 2;
    private static final int BRANCHES = 3;
    /** More bytes for one worker than any machine has: an estimate ends there. */
    static final long MOST_BYTES = 1L << 50;

    private static final int KINDS = 4;

    private final NearRows graph;
    private final RequiredVertices start;
    private final int sides;
    private final int missing;
    private final Consumer<NearGroup> sink;
    private final Runnable check;
    private final Offers<NearNode> offers;
    private final NativeMemory memory;

    /** The words of a row, and of a set, of each side. */
    private final int[] words = new int[2];

    /** How many of them have chosen vertices and candidates. */
    private final int[] innerWords = new int[2];

    private long levelWords;

    /** The sets of each level, the sets of side 0 before the sets of side 1. */
    private OffHeapLongs sets;

    /** The chosen vertices and candidates of each side. */
    private final long[][] present = new long[2][0];

    /** Vertices of each side that may miss no more. */
    private final long[][] saturated = new long[2][0];

    private final long[][] branches = new long[2][0];
    private final int[] reach = new int[2];

    /** The fewest vertices of each side that a group below the node must have. */
    private final int[] least = new int[2];

    /** The level of what was found last. */
    private int foundAt;

    private boolean isWhole;

    /** How many more vertices than it may a chosen one misses, the most that one does; 0 when all miss no more than they may. */
    private int excess;

    private int excessSide;
    private int excessVertex;

    /** The levels of which something is left once their branches have been visited. */
    private final BitSet rests = new BitSet();

    /** The last level of which something may be left to visit, -1 for none. */
    private int last = -1;

    /** The search of which this one takes parts of the graph; null for none. */
    private NearSearch outer;

    /** The search of parts of this one's graph; null before there is one. */
    private NearSearch inner;

    /** Whether others may still search in the graph, so that it must stay the same. */
    private boolean isShared;

    private long work;
    private long pollAt = WORDS_PER_POLL;
    private long offerAt = WORDS_PER_OFFER;

    /**
     * @param graph which this then owns, also when others search in it
     * @param start what is to be in all that is found
     * @param sink gets what is found, whose sizes and members this then gives; null where nothing is searched
     * @param check ends the search when its result is not wanted any more
     * @param offers takes nodes for other workers; null when nobody else works on the search
     */
    NearSearch(
            NearRows graph,
            RequiredVertices start,
            Consumer<NearGroup> sink,
            Runnable check,
            Offers<NearNode> offers,
            NativeMemory memory) {
        this.graph = graph;
        this.start = start;
        this.sides = graph.sides();
        this.missing = graph.missing();
        this.sink = sink;
        this.check = check;
        this.offers = offers;
        this.memory = memory;
    }

    /**
     * Searches from some roots on all workers; returns when the search is over.
     *
     * @param ranges of the roots
     * @param sinks makes what receives a worker's search at each group that it finds
     * @param execution with the deadline of the run
     */
    static void run(
            NearRoots roots, List<WorkRange> ranges, IntFunction<Consumer<NearGroup>> sinks, Execution execution) {
        Workers workers = execution.workers();
        NativeMemory memory = execution.memory();
        RequiredVertices start = roots.start();
        IntFunction<Consumer<NearGroup>> here = roots.here(sinks);
        Offers<NearNode> offers = new Offers<>(workers.concurrency());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            SearchQueue queue =
                    new SearchQueue(roots.weights(), ranges, roots.stage(), execution.deadline(), workers, scope);
            queue.run((worker, tasks) -> {
                Consumer<NearGroup> sink = here.apply(worker);
                try (NearSearch search =
                        new NearSearch(roots.graphs().get(), start, sink, tasks::check, offers, memory)) {
                    for (Task task = tasks.takeRoot(); task != null; task = tasks.takeRoot()) {
                        search.run(task.root());
                        tasks.done(task);
                    }
                }
                for (NearNode node = tasks.take(offers); node != null; node = tasks.take(offers)) {
                    try (NearSearch search = new NearSearch(node.graph(), start, sink, tasks::check, offers, memory)) {
                        search.run(node);
                    }
                    tasks.check();
                }
            });
        } finally {
            offers.forEachLeft(NearNode::close);
        }
    }

    /**
     * The most bytes of the sets of all levels, of pairs, and of parts, {@link #MOST_BYTES} or less. A part needs half of the
     * words of the one that it is taken from.
     */
    public static long mostBytes(long vertices, long ofOtherSide) {
        double words = NearRows.words(vertices) + NearRows.words(ofOtherSide);
        double sets = 3.0 * (vertices + ofOtherSide + 2) * KINDS * words;
        double pairs =
                (double) vertices * NearRows.words(vertices) + (double) ofOtherSide * NearRows.words(ofOtherSide);
        double rows = (double) vertices * NearRows.words(ofOtherSide)
                + (double) ofOtherSide * NearRows.words(vertices)
                + pairs;
        double bytes = 2 * (sets + pairs + rows) * Long.BYTES + (vertices + ofOtherSide) * (double) Long.BYTES;
        return (long) Math.min(MOST_BYTES, bytes);
    }

    private void run(int root) {
        if (open(root)) {
            visit();
        }
    }

    /** Visits the branches of a node, which is its first level then. */
    private void run(NearNode node) {
        sets = node.sets();
        findWords();
        rests.set(0, node.hasRest());
        visitBranches();
    }

    /** Opens the graph around a root, with the first node of its search; false when there is nothing to search. */
    private boolean open(int root) {
        if (!graph.open(root, start.isNone(), this::work) || !mayHoldWanted()) {
            return false;
        }
        begin();
        for (int side = 0; side < sides; side++) {
            for (int v = 0; v < graph.size(side); v++) {
                add(0, v < graph.candidates(side) ? CANDIDATES : EXCLUDED, side, v);
            }
        }
        if (!findPairs() || !has(0, CANDIDATES, 0, 0)) {
            return false;
        }
        choose(0, 0, 0);
        return chooseOthers();
    }

    /** Adds the part of the graph around a root, with the first node of its search, to a batch of another search. */
    NearBatch.Answer addTo(NearBatch batch, int root) {
        if (!open(root) || !refine(0) || !partSearch().take(0)) {
            return NearBatch.Answer.DONE;
        }
        long[] first = new long[sides];
        Arrays.setAll(first, side -> inner.at(0, CHOSEN, side));
        return batch.add((NearPart) inner.graph, inner.sets, first);
    }

    /** Whether the graph around a root has enough vertices for a group that is still wanted. */
    private boolean mayHoldWanted() {
        for (int side = 0; side < sides; side++) {
            if (graph.candidates(side) < graph.leastWanted(side, graph.candidates(graph.other(side)))) {
                return false;
            }
        }
        return true;
    }

    /** Makes room for the sets of the graph. */
    private void begin() {
        findWords();
        makeRoom(1);
        sets.clear(0, levelWords);
        rests.clear();
    }

    /** Finds how many words the sets of the graph have. */
    private void findWords() {
        for (int side = 0; side < sides; side++) {
            words[side] = graph.width(side);
            innerWords[side] = graph.innerWords(side);
            present[side] = new long[innerWords[side]];
            saturated[side] = new long[innerWords[side]];
            branches[side] = new long[innerWords[side]];
        }
        levelWords = (long) KINDS * (words[0] + words[1]);
    }

    /** Finds the pairs of vertices that may be in one group, and drops others; false when that is something chosen. */
    private boolean findPairs() {
        long[] chosen = new long[sides];
        Arrays.setAll(chosen, side -> at(0, CHOSEN, side));
        if (!graph.pairs().find(graph, sets, chosen, this::work)) {
            return false;
        }
        for (int side = 0; side < sides; side++) {
            for (int word = 0; word < innerWords[side]; word++) {
                long candidates = at(0, CANDIDATES, side) + word;
                sets.set(candidates, sets.get(candidates) & graph.pairs().left(side)[word]);
            }
            for (int v = next(side, chosen[side], 0); v >= 0; v = next(side, chosen[side], v + 1)) {
                keepTogether(0, side, v);
            }
        }
        return true;
    }

    /** The search of parts of this one's graph; a new one when others search in the last part. */
    private NearSearch partSearch() {
        if (inner != null && inner.isShared) {
            inner.close();
            inner = null;
        }
        if (inner == null) {
            inner = new NearSearch(new NearPart(graph, memory), start, sink, check, offers, memory);
            inner.outer = this;
        }
        return inner;
    }

    /** Takes the part of the graph that a node of another search has left; false when there is nothing to search. */
    private boolean take(int level) {
        NearPart rows = (NearPart) graph;
        long[] kept = new long[sides];
        long[] excluded = new long[sides];
        for (int side = 0; side < sides; side++) {
            kept[side] = outer.at(level, BRANCHES, side);
            excluded[side] = outer.at(level, EXCLUDED, side);
            outer.sets.copyFrom(outer.present[side], 0, kept[side], outer.innerWords[side]);
        }
        rows.raise(outer.least);
        rows.take(outer.sets, kept, excluded, this::work);
        begin();
        for (int side = 0; side < sides; side++) {
            rows.copyInner(side, outer.sets, outer.at(level, CHOSEN, side), sets, at(0, CHOSEN, side));
            rows.copyInner(side, outer.sets, outer.at(level, CANDIDATES, side), sets, at(0, CANDIDATES, side));
            for (int v = rows.firstExcluded(side); v < rows.size(side); v++) {
                add(0, EXCLUDED, side, v);
            }
        }
        return findPairs();
    }

    /** Chooses what is to be in all groups; false when that makes none. */
    private boolean chooseOthers() {
        for (int side = 0; side < start.others().size(); side++) {
            for (int number : start.others().get(side)) {
                int v = next(side, at(0, CANDIDATES, side), 0);
                while (v >= 0 && graph.number(side, v) != number) {
                    v = next(side, at(0, CANDIDATES, side), v + 1);
                }
                if (v < 0) {
                    return false;
                }
                choose(0, side, v);
            }
        }
        return true;
    }

    /** Visits the nodes, each level of which keeps what it has not chosen yet: there may be more of them than calls fit a stack. */
    private void visit() {
        last = -1;
        if (expand(0)) {
            visitBranches();
        }
    }

    /** Visits the branches of the first level, and all below them. */
    private void visitBranches() {
        last = 0;
        while (last >= 0) {
            if (branch(last, 0) || sides == 2 && branch(last, 1) || endsWithRest()) {
                offer();
                if (expand(last + 1)) {
                    last++;
                }
            }
        }
    }

    /** Ends the last level, whose branches have been visited; returns whether the rest of its node is to be visited there. */
    private boolean endsWithRest() {
        boolean hasRest = rests.get(last);
        rests.clear(last);
        last--;
        return hasRest;
    }

    /**
     * Gives branches to an idle worker, if there is one, while this one has a node to go on with. Calls the check as well, since
     * the search of a new part begins to count its words again.
     */
    private void offer() {
        if (work >= offerAt && offers != null && offers.wanted()) {
            offerAt = work + WORDS_PER_OFFER;
            check.run();
            give();
        }
    }

    /** Gives away all that is left of the first node of which something is left; returns whether an idle worker gets it. */
    private boolean give() {
        if (outer != null && outer.give()) {
            return true;
        }
        for (int level = 0; level <= last; level++) {
            if (hasLeft(level)) {
                return giveRestOf(level);
            }
        }
        return false;
    }

    /** Whether branches, or the rest, of a level are left to visit. */
    private boolean hasLeft(int level) {
        boolean left = rests.get(level);
        for (int side = 0; side < sides; side++) {
            left |= next(side, at(level, BRANCHES, side), 0) >= 0;
        }
        return left;
    }

    private boolean giveRestOf(int level) {
        if (!offers.promise()) {
            return false;
        }
        OffHeapLongs given = memory.longs(levelWords);
        given.copyFrom(sets, level * levelWords, 0, levelWords);
        offers.add(new NearNode(graph.share(), given, rests.get(level)));
        for (int side = 0; side < sides; side++) {
            sets.clear(at(level, BRANCHES, side), at(level, BRANCHES, side) + words[side]);
        }
        rests.clear(level);
        for (NearSearch each = this; each != null; each = each.outer) {
            each.isShared = true;
        }
        return true;
    }

    /** Takes what is found at a node, or finds its branches; returns whether there are some. */
    private boolean expand(int level) {
        while (refine(level)) {
            if (isWhole) {
                if (!isExtendable(level)) {
                    foundAt = level;
                    sink.accept(this);
                }
                return false;
            }
            if (isSparse()) {
                if (partSearch().take(level)) {
                    inner.visit();
                }
                return false;
            }
            if (excess > 0) {
                findMissed(level);
                return true;
            }
            int count = findBranches(level);
            if (count != 1) {
                return count > 1;
            }
            int v = next(0, at(level, BRANCHES, 0), 0);
            choose(level, v < 0 ? 1 : 0, v < 0 ? next(1, at(level, BRANCHES, 1), 0) : v);
        }
        return false;
    }

    /** Whether the vertices left in a node need half of the words of its sets or less. */
    private boolean isSparse() {
        long needed = 0;
        for (int side = 0; side < sides; side++) {
            needed += NearRows.words(reach[side]);
        }
        return 2 * needed <= innerWords[0] + innerWords[1];
    }

    /** Makes the next level of the next branch of a side, which is excluded from the ones after it; false when none is left. */
    private boolean branch(int level, int side) {
        int v = next(side, at(level, BRANCHES, side), 0);
        if (v < 0) {
            return false;
        }
        makeRoom(level + 2);
        remove(level, BRANCHES, side, v);
        sets.copyFrom(sets, level * levelWords, (level + 1) * levelWords, levelWords);
        choose(level + 1, side, v);
        remove(level, CANDIDATES, side, v);
        add(level, EXCLUDED, side, v);
        return true;
    }

    /** Chooses a candidate, and drops what cannot be added any more. */
    private void choose(int level, int side, int v) {
        remove(level, CANDIDATES, side, v);
        add(level, CHOSEN, side, v);
        keepTogether(level, side, v);
        int other = graph.other(side);
        if (misses(side, v, at(level, CHOSEN, other)) == missing) {
            keepNeighbors(level, side, v);
        }
        OffHeapLongs rows = graph.rows(side);
        long row = (long) v * words[other];
        work(words[other]);
        for (int word = 0; word < words[other]; word++) {
            long missed = ~rows.get(row + word);
            for (int kind = CHOSEN; kind <= EXCLUDED; kind++) {
                long at = at(level, kind, other) + word;
                for (long left = sets.get(at) & missed; left != 0; left &= left - 1) {
                    int w = (word << 6) + Long.numberOfTrailingZeros(left);
                    int count = misses(other, w, at(level, CHOSEN, side));
                    if (kind == CHOSEN && count == missing) {
                        keepNeighbors(level, other, w);
                    } else if (kind != CHOSEN && count > missing) {
                        remove(level, kind, other, w);
                    }
                }
            }
        }
    }

    /** Drops what cannot be in a group with a chosen vertex. */
    private void keepTogether(int level, int side, int v) {
        OffHeapLongs together = graph.pairs().together(side);
        long row = (long) v * words[side];
        long candidates = at(level, CANDIDATES, side);
        long excluded = at(level, EXCLUDED, side);
        for (int word = 0; word < words[side]; word++) {
            long those = together.get(row + word);
            sets.set(candidates + word, sets.get(candidates + word) & those);
            sets.set(excluded + word, sets.get(excluded + word) & those);
        }
    }

    /** Drops what a chosen vertex is not adjacent to, which may miss no more. */
    private void keepNeighbors(int level, int side, int v) {
        int other = graph.other(side);
        OffHeapLongs rows = graph.rows(side);
        long row = (long) v * words[other];
        long candidates = at(level, CANDIDATES, other);
        long excluded = at(level, EXCLUDED, other);
        for (int word = 0; word < words[other]; word++) {
            long neighbors = rows.get(row + word);
            sets.set(candidates + word, sets.get(candidates + word) & neighbors);
            sets.set(excluded + word, sets.get(excluded + word) & neighbors);
        }
    }

    /**
     * Drops candidates and excluded vertices that can be added only to what is too small. Returns whether something that is
     * large enough is left, and finds whether that is one group, and the chosen vertex that misses the most.
     */
    private boolean refine(int level) {
        boolean changed;
        do {
            changed = false;
            for (int side = 0; side < sides; side++) {
                reach[side] = findPresent(level, side);
            }
            for (int side = 0; side < sides; side++) {
                least[side] = graph.leastWanted(side, reach[graph.other(side)]);
                if (reach[side] < least[side]) {
                    return false;
                }
            }
            isWhole = true;
            excess = 0;
            for (int side = 0; side < sides; side++) {
                if (!look(level, side)) {
                    return false;
                }
                changed |= dropCandidates(level, side);
            }
        } while (changed);
        for (int side = 0; side < sides; side++) {
            dropExcluded(level, side);
        }
        return true;
    }

    /** Finds the chosen vertices and candidates of a side; returns how many they are. */
    private int findPresent(int level, int side) {
        long chosen = at(level, CHOSEN, side);
        long candidates = at(level, CANDIDATES, side);
        int count = 0;
        for (int word = 0; word < innerWords[side]; word++) {
            long here = sets.get(chosen + word) | sets.get(candidates + word);
            present[side][word] = here;
            count += Long.bitCount(here);
        }
        return count;
    }

    /** Looks at the chosen vertices of a side; returns whether all have enough neighbors. */
    private boolean look(int level, int side) {
        int other = graph.other(side);
        int enough = least[other] - missing;
        int whole = reach[other] - missing;
        long chosen = at(level, CHOSEN, side);
        for (int v = next(side, chosen, 0); v >= 0; v = next(side, chosen, v + 1)) {
            int degree = degree(side, v);
            if (degree < enough) {
                return false;
            }
            if (whole - degree > excess) {
                isWhole = false;
                excess = whole - degree;
                excessSide = side;
                excessVertex = v;
            }
        }
        return excess == 0 || atMost(level, side) >= least[other];
    }

    /**
     * The most vertices that the other side of a group has. Of the candidates that a chosen vertex misses, a group has no more
     * than the vertex may still miss; so only this number of candidates counts, each with the first chosen vertex that misses too
     * many of them.
     */
    private int atMost(int level, int side) {
        int other = graph.other(side);
        OffHeapLongs rows = graph.rows(side);
        long[] left = branches[other];
        long candidates = at(level, CANDIDATES, other);
        int most = reach[other];
        for (int word = 0; word < left.length; word++) {
            left[word] = sets.get(candidates + word);
        }
        long chosen = at(level, CHOSEN, side);
        long otherChosen = at(level, CHOSEN, other);
        for (int v = next(side, chosen, 0); v >= 0; v = next(side, chosen, v + 1)) {
            long row = (long) v * words[other];
            int missed = 0;
            int open = missing;
            for (int word = 0; word < left.length; word++) {
                long misses = ~rows.get(row + word);
                missed += Long.bitCount(left[word] & misses);
                open -= Long.bitCount(sets.get(otherChosen + word) & misses);
            }
            if (missed > open) {
                most -= missed - open;
                for (int word = 0; word < left.length; word++) {
                    left[word] &= rows.get(row + word);
                }
            }
            work(left.length);
        }
        return most;
    }

    /** Drops candidates of a side that have too few neighbors; returns whether there were some. */
    private boolean dropCandidates(int level, int side) {
        int other = graph.other(side);
        int enough = least[other] - missing;
        int whole = reach[other] - missing;
        long candidates = at(level, CANDIDATES, side);
        boolean changed = false;
        for (int v = next(side, candidates, 0); v >= 0; v = next(side, candidates, v + 1)) {
            int degree = degree(side, v);
            isWhole &= degree >= whole;
            if (degree < enough) {
                remove(level, CANDIDATES, side, v);
                changed = true;
            }
        }
        return changed;
    }

    private void dropExcluded(int level, int side) {
        int enough = least[graph.other(side)] - missing;
        long excluded = at(level, EXCLUDED, side);
        for (int v = next(side, excluded, 0); v >= 0; v = next(side, excluded, v + 1)) {
            if (degree(side, v) < enough) {
                remove(level, EXCLUDED, side, v);
            }
        }
    }

    /** Whether an excluded vertex can be added to all that is chosen or a candidate, which is a group. */
    private boolean isExtendable(int level) {
        for (int side = 0; side < sides; side++) {
            Arrays.fill(saturated[side], 0);
            for (int word = 0; word < innerWords[side]; word++) {
                for (long left = present[side][word]; left != 0; left &= left - 1) {
                    int v = (word << 6) + Long.numberOfTrailingZeros(left);
                    if (degree(side, v) + missing == reach[graph.other(side)]) {
                        saturated[side][word] |= 1L << v;
                    }
                }
            }
        }
        for (int side = 0; side < sides; side++) {
            int other = graph.other(side);
            long excluded = at(level, EXCLUDED, side);
            for (int v = next(side, excluded, 0); v >= 0; v = next(side, excluded, v + 1)) {
                if (degree(side, v) + missing >= reach[other] && !missesOf(side, v, saturated[other])) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Finds the fewest vertices of which one must be chosen next; returns how many they are. */
    private int findBranches(int level) {
        int best = Integer.MAX_VALUE;
        for (int side = 0; side < sides; side++) {
            for (int kind = EXCLUDED; kind >= CANDIDATES; kind--) {
                long set = at(level, kind, side);
                for (int v = next(side, set, 0); v >= 0; v = next(side, set, v + 1)) {
                    int count = branchesOf(level, side, v, best);
                    if (count == 0) {
                        return 0;
                    }
                    if (count < best) {
                        best = count;
                        for (int each = 0; each < sides; each++) {
                            sets.copyFrom(branches[each], 0, at(level, BRANCHES, each), innerWords[each]);
                        }
                    }
                }
            }
        }
        return best;
    }

    /** Takes the candidates as branches that the chosen vertex misses which misses the most; the rest of the node comes last. */
    private void findMissed(int level) {
        int other = graph.other(excessSide);
        OffHeapLongs rows = graph.rows(excessSide);
        long row = (long) excessVertex * words[other];
        sets.clear(at(level, BRANCHES, excessSide), at(level, BRANCHES, excessSide) + innerWords[excessSide]);
        long candidates = at(level, CANDIDATES, other);
        long missed = at(level, BRANCHES, other);
        for (int word = 0; word < innerWords[other]; word++) {
            sets.set(missed + word, sets.get(candidates + word) & ~rows.get(row + word));
        }
        rests.set(level);
    }

    /**
     * Finds the branches with {@code v} as the pivot; returns their number, or {@code enough} when there are {@code
     * enough} or more.
     */
    private int branchesOf(int level, int side, int v, int enough) {
        int other = graph.other(side);
        OffHeapLongs rows = graph.rows(side);
        long row = (long) v * words[other];
        long candidates = at(level, CANDIDATES, other);
        long chosen = at(level, CHOSEN, other);
        work(2L * innerWords[other]);
        int count = 0;
        for (int word = 0; word < innerWords[other]; word++) {
            long misses = sets.get(candidates + word) & ~rows.get(row + word);
            branches[other][word] = misses;
            count += Long.bitCount(misses);
        }
        if (count >= enough) {
            return enough;
        }
        long[] own = branches[side];
        if (side != other) {
            Arrays.fill(own, 0);
        }
        long ownCandidates = at(level, CANDIDATES, side);
        OffHeapLongs back = graph.rows(other);
        for (int word = 0; word < innerWords[other]; word++) {
            for (long left = sets.get(chosen + word) & ~rows.get(row + word); left != 0; left &= left - 1) {
                long backRow = ((long) word * Long.SIZE + Long.numberOfTrailingZeros(left)) * words[side];
                work(innerWords[side]);
                for (int i = 0; i < innerWords[side]; i++) {
                    own[i] |= sets.get(ownCandidates + i) & ~back.get(backRow + i);
                }
            }
        }
        if (v < graph.candidates(side)) {
            own[v >> 6] |= sets.get(ownCandidates + (v >> 6)) & 1L << v;
        }
        count = side == other ? 0 : count;
        for (long each : own) {
            count += Long.bitCount(each);
        }
        return Math.min(count, enough);
    }

    private long at(int level, int kind, int side) {
        return level * levelWords
                + (side == 0 ? (long) kind * words[0] : (long) KINDS * words[0] + (long) kind * words[1]);
    }

    private boolean has(int level, int kind, int side, int v) {
        return sets.bit(at(level, kind, side) * Long.SIZE + v) != 0;
    }

    private void add(int level, int kind, int side, int v) {
        sets.setBit(at(level, kind, side) * Long.SIZE + v);
    }

    private void remove(int level, int kind, int side, int v) {
        long at = at(level, kind, side) + (v >> 6);
        sets.set(at, sets.get(at) & ~(1L << v));
    }

    /** The first vertex of a set that is not before {@code from}, -1 for none. */
    private int next(int side, long set, int from) {
        int word = from >> 6;
        if (word >= words[side]) {
            return -1;
        }
        long left = sets.get(set + word) & -1L << from;
        while (left == 0) {
            if (++word == words[side]) {
                return -1;
            }
            left = sets.get(set + word);
        }
        return (word << 6) + Long.numberOfTrailingZeros(left);
    }

    /** How many vertices of a set of chosen ones of the other side {@code v} is not adjacent to. */
    private int misses(int side, int v, long set) {
        int other = graph.other(side);
        OffHeapLongs rows = graph.rows(side);
        long row = (long) v * words[other];
        int count = 0;
        work(innerWords[other]);
        for (int word = 0; word < innerWords[other]; word++) {
            count += Long.bitCount(sets.get(set + word) & ~rows.get(row + word));
        }
        return count;
    }

    private boolean missesOf(int side, int v, long[] set) {
        OffHeapLongs rows = graph.rows(side);
        long row = (long) v * words[graph.other(side)];
        for (int word = 0; word < set.length; word++) {
            if ((set[word] & ~rows.get(row + word)) != 0) {
                return true;
            }
        }
        return false;
    }

    /** How many chosen vertices and candidates of the other side {@code v} is adjacent to. */
    private int degree(int side, int v) {
        int other = graph.other(side);
        long[] here = present[other];
        OffHeapLongs rows = graph.rows(side);
        long row = (long) v * words[other];
        int count = 0;
        work(here.length);
        for (int word = 0; word < here.length; word++) {
            count += Long.bitCount(here[word] & rows.get(row + word));
        }
        return count;
    }

    private void makeRoom(int levels) {
        long needed = levels * levelWords;
        if (sets == null || sets.length() < needed) {
            OffHeapLongs larger = memory.longs(Math.max(needed, sets == null ? 0 : 2 * sets.length()));
            if (sets != null) {
                larger.copyFrom(sets, 0, 0, sets.length());
                sets.close();
            }
            sets = larger;
        }
    }

    @Override
    public int size(int side) {
        return reach[side];
    }

    @Override
    public int[] members(int side) {
        int[] members = new int[reach[side]];
        int size = 0;
        for (int kind = CHOSEN; kind <= CANDIDATES; kind++) {
            long set = at(foundAt, kind, side);
            for (int v = next(side, set, 0); v >= 0; v = next(side, set, v + 1)) {
                members[size++] = graph.vertex(side, v);
            }
        }
        Arrays.sort(members);
        return members;
    }

    /** Notes that words are being read; now and then calls the check. */
    private void work(long more) {
        work += more;
        if (work >= pollAt) {
            pollAt = work + WORDS_PER_POLL;
            check.run();
        }
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(inner, sets, graph);
    }
}
