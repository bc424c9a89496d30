package dev.motif.research.cumbe;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.search.CompactSet;
import dev.motif.algorithm.group.biclique.search.CurrentBiclique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.Set;

/**
 * One worker of cuMBE's search: a depth-first search in a loop, each of whose sets is a prefix of an array. {@code R}
 * are the root vertices of the current biclique and {@code L} its common vertices; {@code P} are the candidates to
 * extend it, and {@code Q} the excluded root vertices, which would only lead to bicliques that were found before.
 */
final class CumbeSearch implements SearchWorker {
    /** The bytes that a worker keeps for each root vertex. */
    static final long BYTES_PER_ROOT = 5L * Integer.BYTES;

    /** The bytes that a worker keeps for each vertex of the other side. */
    static final long BYTES_PER_MATE = 2L * Integer.BYTES;

    /** A binary search costs about as much as reading {@code 2^LOOK_UP_SHIFT} neighbors one after the other. */
    private static final int LOOK_UP_SHIFT = 4;

    /** The classes of candidates of a root where their order need not be exact. */
    private static final int ROOT_CLASSES = 64;

    private final Csr roots;
    private final Csr commons;
    private final Limits limits;
    private final CurrentBiclique found;
    private final StealingPool pool;
    private final int worker;
    private final Progress progress;
    private final boolean selecting;
    private final boolean exactRootOrder;
    private final boolean firstLevelEarlyStop;
    private final boolean secondLevelEarlyStop;
    private final boolean alongCommons;

    private final CompactSet common;
    private final CompactSet candidates;
    private final CompactSet excluded;

    /** Scratch memory: for each root vertex the number of common vertices that it is adjacent to; 0 when not in use. */
    private final OffHeapInts adjacent;

    private Level[] levels = new Level[64];

    /** The candidates of the current root in the order of their subtrees, in the lower half of each long. */
    private long[] order = new long[64];

    /** How many vertices the array of {@code excluded} holds, including the ones behind the prefixes. */
    private int excludedLength;

    private Workers.Group group;
    private long nodes;
    private long busyNanos;

    /** The lengths of the sets of a level; {@code members} is the number of root vertices of its biclique. */
    private static final class Level {
        private int common;
        private int candidates;
        private int excluded;
        private int members;

        /** The number of candidates when the level began; candidates selected since then are behind the others. */
        private int firstCandidates;

        /** The number of common vertices that the last selected candidate leaves. */
        private int lastFewest;
    }

    CumbeSearch(
            BipartiteCore graph,
            Set<CumbeTechnique> techniques,
            Limits limits,
            CurrentBiclique found,
            StealingPool pool,
            int worker,
            Progress progress,
            OffHeapScope scope) {
        this.progress = progress;
        this.roots = graph.roots();
        this.commons = graph.mates();
        this.limits = limits;
        this.found = found;
        this.pool = pool;
        this.worker = worker;
        this.selecting = techniques.contains(CumbeTechnique.CANDIDATE_SELECTION);
        this.exactRootOrder = techniques.contains(CumbeTechnique.EXACT_ROOT_ORDER);
        this.firstLevelEarlyStop = techniques.contains(CumbeTechnique.FIRST_LEVEL_EARLY_STOP);
        this.secondLevelEarlyStop = techniques.contains(CumbeTechnique.SECOND_LEVEL_EARLY_STOP);
        this.alongCommons = techniques.contains(CumbeTechnique.INTERSECTION_COMPUTATION);
        int rootCount = roots.vertexCount();
        this.common = new CompactSet(commons.vertexCount(), commons.vertexCount(), scope);
        this.candidates = new CompactSet(rootCount, rootCount, scope);
        this.excluded = new CompactSet(rootCount, rootCount, scope);
        this.adjacent = scope.zeroedInts(rootCount);
        Arrays.setAll(levels, i -> new Level());
    }

    @Override
    public long nodes() {
        return nodes;
    }

    @Override
    public long busyNanos() {
        return busyNanos;
    }

    @Override
    public void run(Workers.Group runningGroup) throws InterruptedException {
        group = runningGroup;
        long began = System.nanoTime();
        for (int root = pool.nextRoot(); root >= 0 && !group.stopped(); root = pool.nextRoot()) {
            searchRoot(root);
            progress.advance(1);
        }
        pool.disown(worker);
        busyNanos = System.nanoTime() - began;
        for (RootTree tree = pool.steal(worker, group); tree != null; tree = pool.steal(worker, group)) {
            began = System.nanoTime();
            beginRoot(tree.root());
            searchSubtrees(tree);
            busyNanos += System.nanoTime() - began;
        }
    }

    private void searchRoot(int root) {
        nodes++;
        if (!beginRoot(root)) {
            return;
        }
        Level level = levels[0];
        if (limits.mayReach(level.common, level.members + level.candidates)) {
            found.set(common, level.common, level.members);
            if (!mayStayWithinLimits(level)) {
                return;
            }
            RootTree tree = new RootTree(root, level.candidates);
            pool.own(worker, tree);
            searchSubtrees(tree);
        }
    }

    /**
     * Fills the sets of level 0 and {@link #order} for {@code root}; returns false when its biclique is not maximal.
     */
    private boolean beginRoot(int root) {
        Level level = levels[0];
        level.common = (int) roots.degree(root);
        for (int i = 0; i < level.common; i++) {
            common.set(i, roots.neighbor(roots.start(root) + i));
        }
        level.candidates = 0;
        level.excluded = 0;
        for (int i = 0; i < level.common; i++) {
            int u = common.get(i);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                int v = commons.neighbor(slot);
                if (adjacent.add(v, 1) == 0) {
                    if (v < root) {
                        excluded.set(level.excluded++, v);
                    } else {
                        candidates.set(level.candidates++, v);
                    }
                }
            }
        }
        excludedLength = level.excluded;
        return keepOfRoot(level);
    }

    private boolean keepOfRoot(Level level) {
        boolean maximal = true;
        for (int i = 0; i < level.excluded; i++) {
            maximal &= adjacent.get(excluded.get(i)) < level.common;
            adjacent.set(excluded.get(i), 0);
        }
        if (order.length < level.candidates) {
            order = new long[Math.max(level.candidates, 2 * order.length)];
        }
        int kept = 0;
        level.members = 0;
        for (int i = 0; i < level.candidates; i++) {
            int v = candidates.get(i);
            int count = adjacent.get(v);
            adjacent.set(v, 0);
            if (count == level.common) {
                level.members++;
            } else if (count >= limits.minCommon) {
                order[kept++] = (selecting ? rootOrder(count, level.common) << Integer.SIZE : 0) | v;
            }
        }
        Arrays.sort(order, 0, kept);
        level.candidates = kept;
        for (int i = 0; i < kept; i++) {
            candidates.set(i, (int) order[i]);
        }
        return maximal;
    }

    /** The place of candidates of a root that leave {@code count} of its {@code length} common vertices. */
    private long rootOrder(int count, int length) {
        return exactRootOrder ? count : (long) count * ROOT_CLASSES / length;
    }

    /** Searches the trees of the second level that no other worker has claimed. */
    private void searchSubtrees(RootTree tree) {
        Level level = levels[0];
        int next = 0;
        for (int subtree = tree.claim(); subtree >= 0 && !group.stopped(); subtree = tree.claim()) {
            for (; next < subtree; next++) {
                candidates.move((int) order[next], --level.candidates);
                exclude(level, (int) order[next]);
            }
            candidates.move((int) order[next], --level.candidates);
            search(0);
            exclude(level, (int) order[next++]);
        }
    }

    /** Searches the tree below level {@code top}, whose selected candidate is the one right behind the others. */
    private void search(int top) {
        int depth = open(top) ? top + 1 : top;
        while (depth > top && !group.stopped()) {
            Level level = levels[depth];
            if (level.candidates > 0) {
                candidates.move(select(level), --level.candidates);
                if (open(depth)) {
                    depth++;
                } else {
                    exclude(level, candidates.get(level.candidates));
                }
            } else {
                includeAgain(level);
                depth--;
                if (depth > top) {
                    exclude(levels[depth], candidates.get(levels[depth].candidates));
                }
            }
        }
    }

    /**
     * Selects the next candidate: the last one, or with candidate selection one that leaves the fewest common vertices.
     */
    private int select(Level level) {
        if (!selecting) {
            return candidates.get(level.candidates - 1);
        }
        int best = -1;
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < level.candidates; i++) {
            int v = candidates.get(i);
            int count = countCommon(v, level.common, firstLevelEarlyStop ? fewest : Integer.MAX_VALUE);
            if (count < fewest) {
                fewest = count;
                best = v;
                if (secondLevelEarlyStop && fewest <= level.lastFewest) {
                    break;
                }
            }
        }
        level.lastFewest = fewest;
        return best;
    }

    /**
     * The number of the first {@code length} common vertices that {@code v} is adjacent to; stops at {@code enough}.
     */
    private int countCommon(int v, int length, int enough) {
        int count = 0;
        if (isShort(length, v)) {
            for (int i = 0; i < length && count < enough; i++) {
                count += roots.slotOf(v, common.get(i)) >= 0 ? 1 : 0;
            }
            return count;
        }
        for (long slot = roots.start(v); slot < roots.end(v) && count < enough; slot++) {
            count += common.contains(roots.neighbor(slot), length) ? 1 : 0;
        }
        return count;
    }

    /**
     * Whether to look the common vertices up among the many neighbors of {@code v}, and not the neighbors among them.
     */
    private boolean isShort(int length, int v) {
        return length < roots.degree(v) >>> LOOK_UP_SHIFT;
    }

    /**
     * Fills the level below {@code depth} for the selected candidate and reports its biclique if it is maximal; returns
     * whether it is, and has candidates.
     */
    private boolean open(int depth) {
        if (depth + 2 > levels.length) {
            int known = levels.length;
            levels = Arrays.copyOf(levels, 2 * known);
            Arrays.setAll(levels, i -> i < known ? levels[i] : new Level());
        }
        nodes++;
        Level level = levels[depth];
        Level next = levels[depth + 1];
        int selected = candidates.get(level.candidates);
        keepCommon(level, next, selected);
        if (alongCommons) {
            addAlongCommons(next.common);
        }
        boolean maximal = keepExcluded(level, next);
        if (maximal) {
            keepCandidates(level, next);
        }
        if (alongCommons) {
            clearAlongCommons(next.common);
        }
        if (!maximal || !limits.mayReach(next.common, next.members + next.candidates)) {
            return false;
        }
        found.set(common, next.common, next.members);
        next.firstCandidates = next.candidates;
        next.lastFewest = 0;
        return next.candidates > 0 && mayStayWithinLimits(next);
    }

    /**
     * Whether wanted bicliques may be below the level, as far as they must not be too large: all of them have another
     * root vertex, and the common vertices that all candidates are adjacent to.
     */
    private boolean mayStayWithinLimits(Level level) {
        int shared = 0;
        for (int i = 0; i < level.common && shared + level.common - i > limits.maxCommon; i++) {
            shared += isShared(common.get(i), level.candidates) ? 1 : 0;
        }
        return limits.mayStayWithin(shared, level.members + 1);
    }

    private boolean isShared(int u, int length) {
        int count = 0;
        for (long slot = commons.start(u); slot < commons.end(u); slot++) {
            count += candidates.contains(commons.neighbor(slot), length) ? 1 : 0;
        }
        return count == length;
    }

    private void keepCommon(Level level, Level next, int selected) {
        next.common = 0;
        if (isShort(level.common, selected)) {
            for (int i = 0; i < level.common; i++) {
                int u = common.get(i);
                if (roots.slotOf(selected, u) >= 0) {
                    common.move(u, next.common++);
                }
            }
            return;
        }
        for (long slot = roots.start(selected); slot < roots.end(selected); slot++) {
            int u = roots.neighbor(slot);
            if (common.contains(u, level.common)) {
                common.move(u, next.common++);
            }
        }
    }

    private void addAlongCommons(int length) {
        for (int i = 0; i < length; i++) {
            int u = common.get(i);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                adjacent.add(commons.neighbor(slot), 1);
            }
        }
    }

    private void clearAlongCommons(int length) {
        for (int i = 0; i < length; i++) {
            int u = common.get(i);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                adjacent.set(commons.neighbor(slot), 0);
            }
        }
    }

    private int countOf(int v, int length) {
        return alongCommons ? adjacent.get(v) : countCommon(v, length, Integer.MAX_VALUE);
    }

    /**
     * Fills the excluded vertices of the next level; returns false when one of them is adjacent to all common vertices.
     */
    private boolean keepExcluded(Level level, Level next) {
        next.excluded = 0;
        for (int i = 0; i < level.excluded; i++) {
            int v = excluded.get(i);
            int count = countOf(v, next.common);
            if (count == next.common) {
                return false;
            }
            if (count >= limits.minCommon) {
                excluded.move(v, next.excluded++);
            }
        }
        return true;
    }

    /**
     * Fills the candidates of the next level; candidates that are adjacent to all common vertices join its biclique
     * instead.
     */
    private void keepCandidates(Level level, Level next) {
        next.candidates = 0;
        next.members = level.members + 1;
        for (int i = 0; i < level.candidates; i++) {
            int v = candidates.get(i);
            int count = countOf(v, next.common);
            if (count == next.common) {
                next.members++;
            } else if (count >= limits.minCommon) {
                candidates.move(v, next.candidates++);
            }
        }
    }

    /** Adds {@code v} to the excluded vertices of the level; the vertex in its place moves to the end of the array. */
    private void exclude(Level level, int v) {
        excluded.set(excludedLength++, v);
        excluded.move(v, level.excluded++);
    }

    /** Takes the candidates that this level has excluded out of the excluded vertices again, the last one first. */
    private void includeAgain(Level level) {
        for (int i = level.candidates; i < level.firstCandidates; i++) {
            excluded.move(candidates.get(i), --level.excluded);
            excluded.move(excluded.get(--excludedLength), level.excluded);
        }
    }

    @Override
    public void close() {}
}
